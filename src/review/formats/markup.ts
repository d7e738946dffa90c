import { printable } from '../../core/printable.ts';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Foreign text for HTML and XML, in content and in quoted attributes: nothing in it is markup, no control characters. */
export function markupText(text: string): string {
  // Lone surrogates and the two non-characters are no XML.
  return printable(text.replace(/[\p{Cs}\ufffe\uffff]/gu, '\ufffd')).replace(
    /[&<>"']/g,
    (character) => entities[character]!,
  );
}

/** Foreign text inside Markdown: inert code, also inside a table; no link, mention, image or element comes of it. */
export function markdownCode(text: string): string {
  const inert = markupText(text).replace(/[|`*_[\]\\~#]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<code>${inert === '' ? ' ' : inert}</code>`;
}
