import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { canonicalJson } from '../../core/canonical.ts';
import { decode, encode } from '../../core/codec.ts';
import { isPlainObject, type Json } from '../../core/json.ts';
import type { Schema } from '../../schema/schema.ts';

/** One input that broke a law once; it is tried first from then on. */
export interface CorpusEntry {
  law: string;
  input: unknown;
  /** The schema's hash when the entry was written. */
  schemaHash: string;
  token: string;
}

const FORMAT = 1;
const MOST = 50;

/** The file of a tool's corpus. */
export function corpusFile(folder: string, toolName: string): string {
  return join(
    folder,
    `${toolName.replaceAll(/[^A-Za-z0-9_-]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}.json`,
  );
}

/**
 * The entries that still fit the tool: after a change of the schema, those whose input the new schema still accepts.
 * A file that is missing or damaged holds none; it is written anew with the next finding.
 */
export function readCorpus(file: string, schema: Schema): CorpusEntry[] {
  let stored: unknown;
  try {
    stored = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
  if (!isPlainObject(stored) || !Array.isArray(stored.entries)) return [];
  return stored.entries.flatMap((entry: unknown): CorpusEntry[] => {
    if (!isPlainObject(entry) || typeof entry.law !== 'string') return [];
    try {
      const input = decode(entry.input as Json);
      const fits = entry.schemaHash === schema.hash() || accepts(schema, input);
      if (!fits) return [];
      return [{ law: entry.law, input, schemaHash: schema.hash(), token: String(entry.token ?? '') }];
    } catch {
      return [];
    }
  });
}

function accepts(schema: Schema, input: unknown): boolean {
  const result = schema.parse(input);
  return !(result instanceof Promise) && result.ok;
}

/** Writes the entries, each input once, sorted, so that the same entries give the same bytes; no entries, no file. */
export function writeCorpus(file: string, entries: readonly CorpusEntry[]): void {
  const known = new Map<string, Json>();
  for (const entry of entries) {
    const json = { ...entry, input: encode(entry.input, { unsupported: 'mark' }) };
    known.set(canonicalJson({ law: entry.law, input: json.input }), json as unknown as Json);
  }
  if (known.size === 0) {
    rmSync(file, { force: true });
    return;
  }
  const sorted = [...known.keys()].sort().slice(0, MOST);
  mkdirSync(dirname(file), { recursive: true });
  const text = JSON.stringify({ format: FORMAT, entries: sorted.map((key) => known.get(key)) }, undefined, 2);
  writeFileSync(file, `${text}\n`);
}
