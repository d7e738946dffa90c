import { setOwn, type Json } from '../core/json.ts';
import type { FieldTest } from './field-test.ts';
import { isOneValue, isOnlyCalledSo, labelledPart } from './labelled-parts.ts';
import { isPlaceholder, type ValueForm } from './placeholders.ts';
import type { RedactionHit, RedactionMemory } from './redactor.ts';
import { findSecretShapes } from './secret-shapes.ts';
import { textFieldsOf } from './text-fields.ts';

interface Walk {
  isSensitive: FieldTest;
  memory: RedactionMemory;
  path: (string | number)[];
  hits: RedactionHit[];
}

/** Makes the redacted copy of a value in codec form, and says where it differs. */
export function replaceValues(
  json: Json,
  isSensitive: FieldTest,
  memory: RedactionMemory,
): { json: Json; hits: RedactionHit[] } {
  const walk: Walk = { isSensitive, memory, path: [], hits: [] };
  return { json: replaceIn(json, undefined, walk), hits: walk.hits };
}

function replaceIn(json: Json, label: string | undefined, walk: Walk): Json {
  if (label !== undefined && (typeof json !== 'object' || isOneValue(json)))
    return replaceNamed(json, label, walk);
  if (typeof json === 'string') return replaceInText(json, walk);
  if (typeof json !== 'object' || json === null) return json;
  if (isOneValue(json)) return replaceInOneValue(json, walk);
  const pair = label === undefined ? labelledPart(json, walk.isSensitive, walk.path) : undefined;
  if (Array.isArray(json)) {
    return json.map((item, index) =>
      replacePart(index, item, label ?? (pair?.part === index ? pair.label : undefined), walk),
    );
  }
  const copy = {};
  for (const key of Object.keys(json)) {
    const named = pair?.part === key ? pair.label : undefined;
    const isNamed = walk.isSensitive(key, walk.path) && !isOnlyCalledSo(key, json, walk.path);
    const own = label ?? (isNamed ? key : named);
    const name = key === '$type' ? key : replaceInText(key, walk);
    setOwn(copy, name, key === '$type' ? json[key] : replacePart(key, json[key]!, own, walk));
  }
  return copy as Json;
}

function replacePart(part: string | number, json: Json, label: string | undefined, walk: Walk): Json {
  walk.path.push(part);
  const replaced = replaceIn(json, label, walk);
  walk.path.pop();
  return replaced;
}

// Of a sensitive field all goes but what says nothing: null, undefined, the empty text.
function replaceNamed(json: Json, label: string, walk: Walk): Json {
  if (json === '' || (typeof json === 'string' && isPlaceholder(json))) return json;
  if (isOneValue(json) && json['$type'] === 'undefined') return json;
  const text = isOneValue(json) ? json['value'] : json;
  const value = typeof text === 'string' ? text : JSON.stringify(json);
  return note(value, walk.memory.labels.get(value) ?? label, 'name', 'raw', walk);
}

// Dates, bytes, addresses, …: searched as the text that stands for them, and replaced as a whole.
function replaceInOneValue(json: { [key: string]: Json }, walk: Walk): Json {
  const text = typeof json['value'] === 'string' ? json['value'] : JSON.stringify(json);
  const before = walk.hits.length;
  const isBytes = json['$type'] === 'bytes';
  const replaced = replaceInText(text, walk);
  if (isBytes && walk.hits.length === before) {
    replaceInText(Buffer.from(text, 'base64').toString('latin1'), walk);
  }
  if (walk.hits.length === before) return json;
  return isBytes ? walk.hits.at(-1)!.placeholder : replaced;
}

interface Cut {
  start: number;
  end: number;
  value: string;
  label: string;
  reason: RedactionHit['reason'];
  form: ValueForm;
}

function replaceInText(text: string, walk: Walk): string {
  if (text.length < 3) return text;
  const cuts: Cut[] = [];
  const add = (cut: Cut): void => {
    if (cuts.every((other) => cut.end <= other.start || cut.start >= other.end)) cuts.push(cut);
  };
  const { labels, search } = walk.memory;
  for (const field of textFieldsOf(text, (name) => walk.isSensitive(name, walk.path))) {
    add({ ...field, label: labels.get(field.value) ?? field.name, reason: 'name', form: 'raw' });
  }
  for (const hit of search.find(text))
    add({ ...hit, label: labels.get(hit.value) ?? 'value', reason: 'value' });
  for (const { label, start, end } of findSecretShapes(text)) {
    add({ start, end, value: text.slice(start, end), label, reason: 'shape', form: 'raw' });
  }
  if (cuts.length === 0) return text;
  let result = '';
  let at = 0;
  for (const cut of cuts.sort((left, right) => left.start - right.start)) {
    result += text.slice(at, cut.start) + note(cut.value, cut.label, cut.reason, cut.form, walk);
    at = cut.end;
  }
  return result + text.slice(at);
}

function note(
  value: string,
  label: string,
  reason: RedactionHit['reason'],
  form: ValueForm,
  walk: Walk,
): string {
  const placeholder = walk.memory.placeholders.of(value, label, form);
  walk.hits.push({ path: [...walk.path], reason, label, placeholder, form, value });
  return placeholder;
}
