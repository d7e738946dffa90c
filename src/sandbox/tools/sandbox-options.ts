import { z } from 'zod';
import { checkDeclaration } from '../../tool/check-declaration.ts';
import type { CommandRule } from '../command/command-rule.ts';
import type { ExecSecurity } from '../command/decide-command.ts';
import { openWorkspace, type Workspace } from '../files/workspace.ts';

export interface ExecOptions {
  /** @default 'approval-always' */
  security?: ExecSecurity;
  /** Commands that run without asking, where `security` is `allowlist`. @default none */
  allowlist?: readonly CommandRule[];
  /** The longest a command may run, in milliseconds; a model can ask for less. @default 300000 */
  timeoutMs?: number;
  /** The most characters of each stream that the model reads. @default 100000 */
  maxOutputChars?: number;
  /** Names of variables of this process that commands see besides `PATH` and the locale. @default none */
  environment?: readonly string[];
}

export interface SandboxOptions {
  /** The folder that the model works in. */
  workspace: string;
  exec?: ExecOptions;
  /** Whether writing and editing inside the workspace asks a person. Protected files always ask. @default 'always' */
  fileApproval?: 'always' | 'none';
  /** `workspace` asks before anything outside is read or written; `none` lets files anywhere be used. @default 'workspace' */
  pathRestriction?: 'workspace' | 'none';
  /** Which tools are made. @default all six */
  tools?: readonly SandboxToolName[];
}

export const sandboxToolNames = ['exec', 'read', 'write', 'edit', 'glob', 'grep'] as const;
export type SandboxToolName = (typeof sandboxToolNames)[number];

/** Options with all defaults, and the workspace opened. */
export interface Sandbox {
  workspace: Workspace;
  exec: Required<ExecOptions>;
  fileApproval: 'always' | 'none';
  pathRestriction: 'workspace' | 'none';
  tools: readonly SandboxToolName[];
}

const declaration = z.strictObject({
  workspace: z.string().min(1),
  exec: z
    .strictObject({
      security: z.enum(['allowlist', 'approval-always', 'allow-always']).optional(),
      allowlist: z.array(z.custom<CommandRule>()).optional(),
      timeoutMs: z.int().positive().optional(),
      maxOutputChars: z.int().positive().optional(),
      environment: z.array(z.string().min(1)).optional(),
    })
    .optional(),
  fileApproval: z.enum(['always', 'none']).optional(),
  pathRestriction: z.enum(['workspace', 'none']).optional(),
  tools: z.array(z.enum(sandboxToolNames)).optional(),
});

/** Checks the options and opens the workspace. */
export function openSandbox(options: SandboxOptions): Sandbox {
  const checked = checkDeclaration(declaration, options, 'Sandbox');
  const { security, allowlist, timeoutMs, maxOutputChars, environment } = checked.exec ?? {};
  return {
    workspace: openWorkspace(checked.workspace),
    exec: {
      security: security ?? 'approval-always',
      allowlist: allowlist ?? [],
      timeoutMs: timeoutMs ?? 300_000,
      maxOutputChars: maxOutputChars ?? 100_000,
      environment: environment ?? [],
    },
    fileApproval: checked.fileApproval ?? 'always',
    pathRestriction: checked.pathRestriction ?? 'workspace',
    tools: checked.tools ?? sandboxToolNames,
  };
}
