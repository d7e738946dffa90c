import type { ProjectConfig } from './harness/project/project-config.ts';

export type { ProjectConfig } from './harness/project/project-config.ts';
export type { Waiver } from './review/apply-waivers.ts';

export { touchstonePlugin as touchstone, type TouchstonePluginOptions } from './harness/vitest-plugin.ts';

/** Types the default export of `touchstone.config.ts`; gives the configuration back as it is. */
export function defineConfig(config: ProjectConfig): ProjectConfig {
  return config;
}
