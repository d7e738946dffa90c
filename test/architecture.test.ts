import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** The layers of the house, lowest first. A folder imports only from lower layers (and from itself). */
const layers: string[][] = [
  ['core'],
  ['schema', 'trace'],
  ['tool', 'redact', 'compare'],
  ['policy', 'engine', 'fuzz'],
  ['broker', 'detect'],
  ['runtime', 'sandbox', 'record'],
  ['adapters', 'probe', 'review', 'evaluate'],
  ['harness', 'reporters'],
  ['cli', 'entries'],
];

/** One door per dependency: the files that may import it. Packages that are not listed may be imported nowhere. */
const doors: Record<string, RegExp> = {
  nock: /^src\/record\/http[^/]*\.ts$/,
  'json-diff': /^src\/compare\/paint[^/]*\.ts$/,
  commander: /^src\/cli\//,
  'fast-check': /^src\/fuzz\//,
  '@eslint-community/regexpp': /^src\/fuzz\/strings\//,
  'zod/v4/core': /^src\/schema\//,
  zod: /^src\/(tool|policy|broker|runtime|record|config|cli|trace|adapters|sandbox|harness)\b/,
  ajv: /^src\/schema\//,
  'ajv-formats': /^src\/schema\//,
  vitest: /^(src\/harness\/vitest[^/]*\.ts|src\/vitest\.ts|reporters\/|src\/cli\/)/,
  vite: /^src\/cli\/load-module\.ts$/,
  libsql: /^src\/engine\/sqlite-store[^/]*\.ts$/,
  '@dbos-inc/dbos-sdk': /^src\/engine\/dbos[^/]*\.ts$/,
  pg: /^src\/engine\/dbos[^/]*\.ts$/,
  '@modelcontextprotocol/sdk': /^src\/adapters\/mcp\b/,
  'virtual:touchstone-config': /^src\/harness\/vitest-setup\.ts$/,
  '@ai-sdk/provider': /^src\/(runtime|record|adapters|harness)\//,
  ai: /^src\/adapters\/ai-sdk[^/]*\.ts$/,
  '@openai/agents': /^src\/adapters\/openai-agents[^/]*\.ts$/,
  '@openai/agents-core': /^src\/adapters\/openai-agents[^/]*\.ts$/,
  '@langchain/core': /^src\/adapters\/langchain[^/]*\.ts$/,
  picocolors: /^(reporters|src\/(cli|review|compare))\//,
};

/** The root entry is production code: it never reaches these. */
const testingOnly = [
  'vitest',
  'vite',
  'nock',
  'fast-check',
  'json-diff',
  'commander',
  '@eslint-community/regexpp',
];

interface Import {
  specifier: string;
  typeOnly: boolean;
}

function listFiles(folder: string): string[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return listFiles(path);
    return path.endsWith('.ts') && !path.endsWith('.d.ts') ? [path] : [];
  });
}

function readImports(file: string): Import[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.ES2023,
    true,
  );
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier) {
      const typeOnly = ts.isImportDeclaration(node)
        ? node.importClause?.isTypeOnly === true
        : node.isTypeOnly;
      found.push({ specifier: (node.moduleSpecifier as ts.StringLiteral).text, typeOnly });
    }
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      const [argument] = node.arguments;
      if (argument && ts.isStringLiteral(argument)) found.push({ specifier: argument.text, typeOnly: false });
    }
    if (
      ts.isImportTypeNode(node) &&
      ts.isLiteralTypeNode(node.argument) &&
      ts.isStringLiteral(node.argument.literal)
    ) {
      found.push({ specifier: node.argument.literal.text, typeOnly: true });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function roomOf(file: string): string {
  if (file.startsWith('reporters/')) return 'reporters';
  const parts = file.split('/');
  if (parts.length === 2) return 'entries';
  return parts[1] === 'adapters' ? 'adapters' : parts[1]!;
}

function levelOf(room: string): number {
  return layers.findIndex((layer) => layer.includes(room));
}

function packageOf(specifier: string): string {
  if (specifier === 'zod/v4/core') return specifier;
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? `${parts[0]}/${parts[1]}` : parts[0]!;
}

const files = [...listFiles('src'), ...listFiles('reporters')];
const graph = new Map(files.map((file) => [file, readImports(file)]));

function target(file: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  return relative(root, resolve(root, dirname(file), specifier));
}

const isOwn = (specifier: string): boolean => specifier.startsWith('.');
const isBuiltin = (specifier: string): boolean =>
  specifier.startsWith('node:') || builtinModules.includes(specifier);

describe('the walls of the house', () => {
  test('a folder imports only from lower layers', () => {
    const wrong = files.flatMap((file) =>
      graph.get(file)!.flatMap(({ specifier }) => {
        const other = target(file, specifier);
        if (other === undefined) return [];
        const [from, to] = [roomOf(file), roomOf(other)];
        if (from === to || levelOf(from) > levelOf(to)) return [];
        return [`${file} imports ${other} (${from} is not above ${to})`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('every folder has a layer', () => {
    const rooms = new Set(files.map(roomOf));
    expect([...rooms].filter((room) => levelOf(room) === -1)).toEqual([]);
  });

  test('no import cycle', () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, trail: string[]): void => {
      if (trail.includes(file)) {
        cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
        return;
      }
      if (done.has(file)) return;
      for (const { specifier, typeOnly } of graph.get(file) ?? []) {
        const other = target(file, specifier);
        if (other !== undefined && !typeOnly) visit(other, [...trail, file]);
      }
      done.add(file);
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  test('each dependency is imported through its door only', () => {
    const wrong = files.flatMap((file) =>
      graph.get(file)!.flatMap(({ specifier }) => {
        if (isOwn(specifier) || isBuiltin(specifier)) return [];
        const door = doors[packageOf(specifier)];
        return door?.test(file) ? [] : [`${file} imports ${specifier}`];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('the root entry never reaches the test-only packages', () => {
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const { specifier, typeOnly } of graph.get(file) ?? []) {
        if (typeOnly) continue;
        const other = target(file, specifier);
        if (other === undefined) reached.add(packageOf(specifier));
        else visit(other);
      }
    };
    visit('src/index.ts');
    expect(testingOnly.filter((name) => reached.has(name))).toEqual([]);
  });

  test('no junk drawer, no inner index', () => {
    const drawers = files.filter((file) => /\/(utils|helpers|common|types|misc|shared)(\/|\.ts$)/.test(file));
    const indexes = files.filter((file) => file.endsWith('/index.ts') && file !== 'src/index.ts');
    expect([...drawers, ...indexes]).toEqual([]);
  });

  test('files stay under 300 lines and folders under 13 files', () => {
    const long = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 301);
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    const crowded = [...counts]
      .filter(([folder, count]) => folder !== 'src' && count > 12)
      .map(([folder]) => folder);
    expect([...long, ...crowded]).toEqual([]);
  });

  test('specs and examples use only the public names of the package', () => {
    const outside = [...listFiles('specs'), ...listFiles('examples')];
    const wrong = outside.flatMap((file) =>
      readImports(file)
        .filter(({ specifier }) => /(^|\/)(src|dist|reporters)\//.test(specifier))
        .map(({ specifier }) => `${file} imports ${specifier}`),
    );
    expect(wrong).toEqual([]);
  });
});
