import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { createBroker } from '../../src/broker/broker.ts';
import { sandboxTools } from '../../src/sandbox/sandbox-tools.ts';
import type { SandboxOptions } from '../../src/sandbox/tools/sandbox-options.ts';

let base: string;
/** The folder of the sandbox, and one beside it; both are new for every test. */
export let workspace: string;
export let outside: string;

/** Lays out the folders before each test of a file. */
export function useFolders(): void {
  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'touchstone-sandbox-')));
    [workspace, outside] = [join(base, 'work'), join(base, 'outside')];
    mkdirSync(join(workspace, 'src'), { recursive: true });
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.txt'), 'CANARY');
    writeFileSync(join(workspace, 'src/a.ts'), 'const a = 1;\nconst b = 2;\n');
  });
  afterEach(() => rmSync(base, { recursive: true, force: true }));
}

export const sandbox = (options: Partial<SandboxOptions> = {}) =>
  createBroker({ tools: sandboxTools({ workspace, fileApproval: 'none', ...options }) });

/** Makes one call in a sandbox of its own. */
export async function call(toolName: string, input: unknown, options: Partial<SandboxOptions> = {}) {
  return sandbox(options).call({ toolName, input });
}

/** Makes a call and lets a person agree where one is asked. */
export async function approved(toolName: string, input: unknown, options: Partial<SandboxOptions> = {}) {
  const broker = sandbox(options);
  const result = await broker.call({ toolName, input });
  return result.status === 'awaiting_approval' ? broker.decide(result.callId, 'approve') : result;
}
