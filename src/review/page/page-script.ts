import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { AppError } from '../../core/errors.ts';

/** The modules of the page's script; each uses only those above it. */
const modules = [
  'element',
  'value-lines',
  'plots',
  'call-row',
  'timeline',
  'test-view',
  'test-list',
  'findings-view',
  'overview',
  'keyboard',
  'main',
];

let script: string | undefined;

/** The script of the page: its compiled modules, each a function that gives what it exports to those below it. */
export function pageScript(): string {
  script ??= `"use strict";\n${modules.map(readModule).join('\n')}`;
  return script;
}

function readModule(name: string): string {
  const text = readFileSync(join(compiledFolder(), `${name}.js`), 'utf8');
  const exported = [...text.matchAll(/^export (?:async )?(?:function|const|let) (\w+)/gm)].map(
    ([, word]) => word,
  );
  const body = text
    .replace(
      /^import (\{[^}]*\}) from ['"]\.\/([\w-]+)\.js['"];/gm,
      (_, names: string, from: string) => `const ${names} = ${variable(from)};`,
    )
    .replace(/^export \{\};\n?/gm, '')
    .replace(/^export /gm, '')
    .replace(/^\/\/# sourceMappingURL.*$/gm, '');
  return `const ${variable(name)} = (() => {\n${body}\nreturn { ${exported.join(', ')} };\n})();`;
}

function variable(name: string): string {
  return `module_${name.replaceAll('-', '_')}`;
}

// Run from its sources, as in the project's own tests, it takes what the last build made.
function compiledFolder(): string {
  const beside = fileURLToPath(new URL('./client/', import.meta.url));
  const built = fileURLToPath(new URL('../../../dist/src/review/page/client/', import.meta.url));
  for (const folder of [beside, built]) if (existsSync(join(folder, 'main.js'))) return folder;
  throw new AppError('CONFIG_INVALID', 'The script of the report page is missing; run npm run build first.');
}
