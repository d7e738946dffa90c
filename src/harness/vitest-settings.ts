/** What the vitest plugin tells the workers; plain data. */
export interface WorkerSettings {
  /** The project's folder, absolute. */
  root: string;
  mode: 'auto' | 'replay' | 'record' | 'live' | null;
  seed: number | null;
  /** The folder of the recordings, relative to the root; null leaves it to the configuration. */
  recordings: string | null;
  /** The configuration file as `--config` takes it; null where it is the one of the current folder. */
  configFile: string | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    touchstone: WorkerSettings;
  }
}
