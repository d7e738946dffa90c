import type { FormatCheck } from '../../schema/plan/node.ts';
import { readRegex, type ReadOptions } from './read-regex.ts';
import { formatTexts } from './format-texts.ts';
import type { Term, Terms } from './term.ts';

const host = '[a-z](?:[a-z0-9-]{0,6}[a-z0-9])?(?:\\.[a-z](?:[a-z0-9]{0,5})){0,2}\\.(?:com|org|test|example)';
const date = '(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])';
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';
const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]\\d|\\d)';
const hex = (count: number): string => `[0-9a-f]{${count}}`;

/** Patterns for parts of formats that a validator checks by other means; every text of them has the format. */
const patterns: Record<string, string> = {
  base64: '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
  base64url: '^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2}|[A-Za-z0-9_-]{3})?$',
  'json:email': `^[a-z0-9]+(?:[._+-][a-z0-9]+)*@${host}$`,
  'json:idn-email': `^[a-z0-9]+@${host}$`,
  'json:hostname': `^${host}$`,
  'json:idn-hostname': `^${host}$`,
  'json:ipv4': `^(?:${octet}\\.){3}${octet}$`,
  'json:ipv6': `^(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}$|^(?:[0-9a-f]{1,4}:){1,4}:[0-9a-f]{1,4}$`,
  'json:uuid': `^${hex(8)}-${hex(4)}-[1-8]${hex(3)}-[89ab]${hex(3)}-${hex(12)}$`,
  'json:date': `^${date}$`,
  'json:time': `^${time}(?:\\.\\d{1,3})?(?:Z|[+-]0\\d:[0-5]\\d)$`,
  'json:date-time': `^${date}T${time}(?:\\.\\d{1,3})?(?:Z|[+-]0\\d:[0-5]\\d)$`,
  'json:iso-time': `^${time}(?:Z|[+-]0\\d:[0-5]\\d)$`,
  'json:iso-date-time': `^${date}T${time}Z$`,
  'json:duration': '^P(?:\\d{1,3}D(?:T\\d{1,2}H(?:\\d{1,2}M)?)?|\\d{1,2}Y\\d{1,2}M|\\d{1,2}W)$',
  'json:uri': `^https?://${host}(?::[1-9]\\d{1,3})?(?:/[a-z0-9_-]{1,8}){0,3}(?:\\?[a-z]{1,5}=[a-z0-9]{1,5})?(?:#[a-z]{1,5})?$`,
  'json:url': `^https?://${host}(?:/[a-z0-9_-]{1,8}){0,3}$`,
  'json:iri': `^https?://${host}(?:/[a-z0-9]{1,8}){0,3}$`,
  'json:uri-reference': '^(?:/[a-z0-9_-]{1,8}){1,3}$',
  'json:iri-reference': '^(?:/[a-z0-9_-]{1,8}){1,3}$',
  'json:uri-template': '^/[a-z]{1,8}/\\{[a-z]{1,8}\\}$',
  'json:json-pointer': '^(?:/[a-z0-9]{1,8}){0,3}$',
  'json:json-pointer-uri-fragment': '^#(?:/[a-z0-9]{1,8}){0,3}$',
  'json:relative-json-pointer': '^\\d(?:/[a-z0-9]{1,8}){0,2}$',
  'json:regex': '^[a-z]{1,5}(?:\\.\\*|\\d\\+)?$',
  'json:byte': '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
};

export interface FormatLanguage {
  term: Term;
  /** Whether a text outside the term surely lacks the format. */
  complete: boolean;
}

/** The texts of a named format, or a good part of them; undefined where nothing is known of it. */
export function formatLanguage(
  check: FormatCheck,
  terms: Terms,
  options: ReadOptions,
): FormatLanguage | undefined {
  if (check.name === 'url') return { term: urlLanguage(check, terms, options), complete: false };
  const texts = formatTexts(check.name, check.options);
  if (texts !== undefined)
    return { term: terms.alt(...texts.map((text) => terms.text(text))), complete: false };
  const known = patterns[check.options.json === true ? `json:${check.name}` : check.name];
  if (known !== undefined && !check.ownPattern) {
    return { term: readRegex(new RegExp(known), terms, options).term, complete: check.options.json !== true };
  }
  if (check.pattern === undefined) return undefined;
  const { term, exact } = readRegex(check.pattern, terms, options);
  return { term, complete: exact && options.full === true };
}

/** Addresses put together of scheme, host and path, so that rules on each part hold. */
function urlLanguage(check: FormatCheck, terms: Terms, options: ReadOptions): Term {
  const read = (source: string): Term => readRegex(new RegExp(`^(?:${source})$`), terms, options).term;
  const { protocol, hostname } = check.options;
  const scheme = narrowed(protocol, 'https?|ftp|wss?|mailto|tel|data|[a-z]{3,6}');
  const name = narrowed(hostname, `${host}|localhost|(?:${octet}\\.){3}${octet}`);
  return terms.cat(
    scheme,
    terms.text('://'),
    name,
    read('(?:/[a-z0-9_-]{1,8}){0,3}(?:\\?[a-z]{1,5}=[a-z0-9]{1,5})?'),
  );

  function narrowed(rule: unknown, usual: string): Term {
    if (!(rule instanceof RegExp)) return read(usual);
    const ruled = readRegex(rule, terms, options).term;
    const both = terms.and(read(usual), ruled);
    // A rule for a host of another kind than the usual ones stands for itself, kept to characters that URLs leave alone.
    return hasOwnHost(rule) ? terms.and(ruled, read('[a-z0-9.-]{1,40}')) : both;
  }
}

const samples = ['http', 'https', 'ftp', 'ws', 'a.com', 'ab.example', 'x.test', 'localhost', '1.2.3.4'];

function hasOwnHost(rule: RegExp): boolean {
  return !samples.some((sample) => new RegExp(rule.source, rule.flags.replace(/[gy]/g, '')).test(sample));
}
