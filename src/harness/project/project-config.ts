import type { Policy } from '../../policy/rule.ts';
import type { Waiver } from '../../review/apply-waivers.ts';
import type { Tool } from '../../tool/tool.ts';
import type { World } from '../../tool/world.ts';

/** What `touchstone.config.ts` says. Every part is optional. */
export interface ProjectConfig {
  /** Globs of the spec files that `touchstone run` runs. @default 'specs/**\/*.spec.ts' */
  specs?: string | readonly string[];
  /** The folder of the recordings. @default 'recordings' */
  recordings?: string;
  /** The tools of the project: tools themselves, or globs of modules that export them. */
  tools?: string | readonly (string | Tool)[];
  /** For each tool, by name, a fresh place in which its effects can be seen. */
  worlds?: Readonly<Record<string, World>>;
  /** Today's policies: they judge every run and every stored recording, and change nothing while a run goes on. */
  policies?: readonly Policy[];
  /** Findings that are let pass for a time. */
  waivers?: readonly Waiver[];
}

export interface ResolvedConfig {
  specs: readonly string[];
  recordings: string;
  tools: readonly (string | Tool)[];
  worlds: Readonly<Record<string, World>>;
  policies: readonly Policy[];
  waivers: readonly Waiver[];
}

/** Fills in the defaults of a configuration. */
export function resolveConfig(config: ProjectConfig): ResolvedConfig {
  return {
    specs: listOf(config.specs ?? 'specs/**/*.spec.ts'),
    recordings: config.recordings ?? 'recordings',
    tools: listOf(config.tools ?? []),
    worlds: config.worlds ?? {},
    policies: config.policies ?? [],
    waivers: config.waivers ?? [],
  };
}

function listOf<Item>(value: Item | readonly Item[]): readonly Item[] {
  return Array.isArray(value) ? (value as readonly Item[]) : [value as Item];
}
