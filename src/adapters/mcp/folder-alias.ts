import { setOwn } from '../../core/json.ts';

/** Stands for the folder of a started server, in its command, in inputs and in outputs. */
export const FOLDER_ALIAS = '{dir}';

/** Replaces text in every string of a JSON value, keys included. */
export function replaceText(value: unknown, from: string, to: string): unknown {
  if (typeof value === 'string') return value.replaceAll(from, () => to);
  if (Array.isArray(value)) return value.map((item) => replaceText(item, from, to));
  if (typeof value !== 'object' || value === null) return value;
  const replaced = {};
  for (const [key, item] of Object.entries(value)) {
    setOwn(
      replaced,
      key.replaceAll(from, () => to),
      replaceText(item, from, to),
    );
  }
  return replaced;
}
