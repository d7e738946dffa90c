// The virtual module is the project's touchstone.config.ts; the vitest plugin resolves it.
// @ts-expect-error no file stands behind it
import config from 'virtual:touchstone-config';
import { setActiveConfig } from './project/active-config.ts';
import type { ProjectConfig } from './project/project-config.ts';

setActiveConfig(config as ProjectConfig);
