import { canonicalJson } from '../core/canonical.ts';
import { isPlainObject } from '../core/json.ts';

/** Paths that a prepared folder holds, and one that it does not. */
const PATHS = ['{dir}/note.txt', '{dir}/folder', '{dir}/new.txt'];
const PATH_NAME = /(^|_)(path|file|filename|dir|directory|folder|source|destination)s?$/i;
const TEXTS = ['alpha', 'beta'];

/**
 * Inputs for a server's tool that have a chance to be accepted: values from its schema, with paths of the folder in which
 * the server runs put where a name asks for a path, and few different texts, so that later calls meet earlier ones.
 */
export function serverInputs(made: readonly unknown[]): unknown[] {
  const chosen = new Map<string, unknown>();
  const inputs = made.length === 0 ? [{}] : made;
  for (const [index, input] of inputs.entries()) {
    for (const path of hasPath(input) ? PATHS : ['']) {
      const adapted = adapt(input, { path, text: TEXTS[index % TEXTS.length]! });
      chosen.set(canonicalJson(adapted), adapted);
    }
  }
  return [...chosen.values()];
}

interface Filling {
  path: string;
  text: string;
}

function adapt(value: unknown, filling: Filling, name = ''): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map((item) => adapt(item, filling, name));
  if (isPlainObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, adapt(item, filling, key)]));
  }
  if (typeof value !== 'string') return value;
  if (/^destination$/i.test(name)) return `{dir}/moved-${filling.text}.txt`;
  return PATH_NAME.test(name) ? filling.path : value.length > 0 ? filling.text : value;
}

function hasPath(value: unknown, name = ''): boolean {
  if (Array.isArray(value)) return value.some((item) => hasPath(item, name));
  if (isPlainObject(value)) return Object.entries(value).some(([key, item]) => hasPath(item, key));
  return typeof value === 'string' && PATH_NAME.test(name);
}
