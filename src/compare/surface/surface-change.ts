/** Whether who calls the tool, or reads its result, can go on as before. */
export type SurfaceImpact = 'breaking' | 'compatible' | 'wording';

/** One change of what a model sees of a tool. */
export interface SurfaceChange {
  toolName: string;
  impact: SurfaceImpact;
  /** Where, such as `inputSchema.properties.amount.maximum`; absent where the whole tool came or went. */
  path?: string;
  expected?: unknown;
  actual?: unknown;
  /** One sentence for people. */
  message: string;
}
