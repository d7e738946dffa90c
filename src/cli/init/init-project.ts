import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { AppError } from '../../core/errors.ts';
import { isPlainObject } from '../../core/json.ts';
import type { CommandContext, ExitCode } from '../command.ts';
import { findToolModules } from './find-tool-modules.ts';
import { knownTools } from './known-tools.ts';
import { recordFirst } from './record-first.ts';
import { projectTemplates, type KnownTool } from './templates.ts';

const scripts = { 'test:tools': 'touchstone run', 'record:tools': 'touchstone record' };
const ignored = ['node_modules', '.touchstone/', '*.trace.new.json'];
const peers = ['vitest', 'vite', 'zod'];

interface Outcome {
  written: string[];
  kept: string[];
}

/** Sets a project up. What exists is kept; run again, it changes nothing. */
export async function initProject(context: CommandContext): Promise<ExitCode> {
  const root = context.cwd;
  const manifest = readManifest(root);
  const missing = missingPackages(root);
  const modules = findToolModules(root);
  const tools = missing.length === 0 ? await knownTools(root, modules) : [];
  const outcome: Outcome = { written: [], kept: [] };
  const isNew = !existsSync(join(root, 'touchstone.config.ts'));
  for (const [path, text] of Object.entries(projectTemplates(tools))) {
    // In a project that was set up before, the specs are the user's own; no example is added to them.
    if (isNew || !/^(specs|tools)\//.test(path)) writeNew(root, path, text, outcome);
  }
  addScripts(root, manifest, outcome);
  addIgnored(root, outcome);
  const recorded = isNew && missing.length === 0 ? recordFirst(root, outcome.written) : [];
  outcome.written.push(...recorded);
  report(context, { outcome, missing, modules, tools });
  return 0;
}

function readManifest(root: string): Record<string, unknown> {
  const file = join(root, 'package.json');
  if (!existsSync(file)) {
    throw new AppError(
      'CONFIG_INVALID',
      `There is no package.json in ${root}; make one with npm init -y, then run npx touchstone init again.`,
    );
  }
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isPlainObject(manifest)) return manifest;
  } catch {
    // Falls through to the one sentence.
  }
  throw new AppError(
    'CONFIG_INVALID',
    `${file} is not a JSON object; mend it, then run npx touchstone init again.`,
  );
}

function missingPackages(root: string): string[] {
  const require = createRequire(join(root, 'package.json'));
  return ['touchstone', ...peers].filter((name) => {
    try {
      require.resolve(`${name}/package.json`);
      return false;
    } catch {
      return true;
    }
  });
}

function writeNew(root: string, path: string, text: string, outcome: Outcome): void {
  const file = join(root, path);
  if (existsSync(file)) {
    outcome.kept.push(path);
    return;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  outcome.written.push(path);
}

function addScripts(root: string, manifest: Record<string, unknown>, outcome: Outcome): void {
  const known = isPlainObject(manifest['scripts']) ? manifest['scripts'] : {};
  const wanted = Object.entries(scripts).filter(([name]) => !Object.hasOwn(known, name));
  if (wanted.length === 0) return;
  const file = join(root, 'package.json');
  const indent = /^[\t ]+/m.exec(readFileSync(file, 'utf8'))?.[0] ?? '  ';
  const next = { ...manifest, scripts: { ...known, ...Object.fromEntries(wanted) } };
  writeFileSync(file, `${JSON.stringify(next, null, indent)}\n`);
  outcome.written.push('package.json');
}

function addIgnored(root: string, outcome: Outcome): void {
  const file = join(root, '.gitignore');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = new Set(text.split('\n').map((line) => line.trim().replace(/\/$/, '')));
  const wanted = ignored.filter((line) => !lines.has(line.replace(/\/$/, '')));
  if (wanted.length === 0) return;
  const gap = text === '' || text.endsWith('\n') ? '' : '\n';
  writeFileSync(file, `${text}${gap}${wanted.join('\n')}\n`);
  outcome.written.push('.gitignore');
}

interface Told {
  outcome: Outcome;
  missing: readonly string[];
  modules: readonly string[];
  tools: readonly KnownTool[];
}

function report(context: CommandContext, { outcome, missing, modules, tools }: Told): void {
  if (context.options['json'] === true) {
    context.printJson({
      ...outcome,
      missingPackages: missing,
      toolModules: modules,
      tools: tools.map(({ toolName }) => toolName),
    });
    return;
  }
  if (tools.length > 0) context.print(`found    ${tools.map(({ toolName }) => toolName).join(', ')}`);
  for (const path of outcome.written) context.print(`wrote    ${path}`);
  for (const path of outcome.kept) context.print(`kept     ${path}`);
  if (missing.length > 0) {
    context.print(`missing  ${missing.join(', ')}`);
    context.print(
      `next     npm install --save-dev ${missing.join(' ')} && npx touchstone run && npx touchstone accept --all`,
    );
    return;
  }
  context.print('next     npx touchstone run');
}
