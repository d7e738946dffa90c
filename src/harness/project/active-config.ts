import type { ProjectConfig } from './project-config.ts';

// The setup file is loaded by vitest and the fixture by Node, so they may hold two copies of this module; the mark on
// globalThis is the one place that both see. It lives as long as the worker.
const mark = Symbol.for('touchstone.activeConfig');

/** Keeps the project's configuration for the fixtures of this worker. */
export function setActiveConfig(config: ProjectConfig): void {
  (globalThis as Record<symbol, unknown>)[mark] = config;
}

/** The project's configuration in this worker; empty where the vitest plugin is not used. */
export function activeConfig(): ProjectConfig {
  return ((globalThis as Record<symbol, unknown>)[mark] as ProjectConfig | undefined) ?? {};
}
