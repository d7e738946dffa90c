import type { Json } from '../core/json.ts';
import type { FieldTest } from './field-test.ts';
import { isOneValue, isOnlyCalledSo, labelledPart } from './labelled-parts.ts';
import { isPlaceholder } from './placeholders.ts';
import { textFieldsOf } from './text-fields.ts';

/**
 * The text values of sensitive fields, at any depth, also of fields inside texts. Texts in which placeholders stand already
 * are told.
 */
export function collectValues(
  json: Json,
  isSensitive: FieldTest,
  onPlaceholders: (text: string) => void,
): { value: string; label: string }[] {
  const found: { value: string; label: string }[] = [];
  const path: (string | number)[] = [];
  const visitText = (text: string, label: string | undefined): void => {
    if (text.includes('[REDACTED:')) onPlaceholders(text);
    if (label !== undefined) {
      if (text !== '' && !isPlaceholder(text)) found.push({ value: text, label });
      return;
    }
    for (const field of textFieldsOf(text, (name) => isSensitive(name, path))) {
      found.push({ value: unescaped(field.value), label: field.name });
    }
  };
  const visitPart = (part: string | number, value: Json, label: string | undefined): void => {
    path.push(part);
    visit(value, label);
    path.pop();
  };
  const visit = (value: Json, label: string | undefined): void => {
    if (typeof value === 'string') return visitText(value, label);
    if (typeof value !== 'object' || value === null) return;
    if (isOneValue(value)) {
      if (label !== undefined && typeof value['value'] === 'string')
        found.push({ value: value['value'], label });
      return;
    }
    const pair = label === undefined ? labelledPart(value, isSensitive, path) : undefined;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        visitPart(index, item, label ?? (pair?.part === index ? pair.label : undefined));
      }
      return;
    }
    for (const key of Object.keys(value)) {
      const named = pair?.part === key ? pair.label : undefined;
      const own = isSensitive(key, path) && !isOnlyCalledSo(key, value, path) ? key : named;
      visitPart(key, value[key]!, label ?? own);
    }
  };
  visit(json, undefined);
  return found;
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
