/** Names that are always sensitive, as lists of words; the last words of a field's name decide. */
const sensitiveEndings: readonly (readonly string[])[] = [
  ['password'],
  ['passwd'],
  ['pwd'],
  ['passphrase'],
  ['secret'],
  ['secrets'],
  ['token'],
  ['jwt'],
  ['api', 'key'],
  ['apikey'],
  ['access', 'key'],
  ['private', 'key'],
  ['secret', 'key'],
  ['encryption', 'key'],
  ['signing', 'key'],
  ['client', 'secret'],
  ['authorization'],
  ['cookie'],
  ['set', 'cookie'],
  ['credential'],
  ['credentials'],
  ['session', 'id'],
  ['connection', 'string'],
  ['ssn'],
  ['card', 'number'],
  ['cvv'],
  ['cvc'],
  ['pin', 'code'],
  ['otp'],
];

// Words before `token` that make it a harmless thing.
const harmlessBefore: Readonly<Record<string, readonly string[]>> = {
  token: ['next', 'page', 'continuation', 'max', 'min', 'stop', 'pad', 'eos', 'bos'],
};

/** Splits a name into lower-case words: `X-Api-Key`, `accessJwt`, `client_secret` and `HTTPHeader` alike. */
export function wordsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/** Tells whether a field of this name is sensitive whatever tool it belongs to. */
export function isSensitiveByDefault(name: string): boolean {
  if (name.length > 200) return false;
  const words = wordsOf(name);
  return sensitiveEndings.some((ending) => {
    if (!endsWith(words, ending)) return false;
    const before = words.at(-ending.length - 1);
    const harmless = harmlessBefore[ending.join(' ')] ?? [];
    return before === undefined || !harmless.includes(before);
  });
}

/** Makes a test for names: the default ones, and the given ones however their words are joined. */
export function sensitiveNameTest(names: readonly string[]): (name: string) => boolean {
  const given = new Set(names.map((name) => wordsOf(name).join(' ')));
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const answer = given.has(wordsOf(name).join(' ')) || isSensitiveByDefault(name);
    if (known.size < 10_000) known.set(name, answer);
    return answer;
  };
}

function endsWith(words: readonly string[], ending: readonly string[]): boolean {
  return (
    words.length >= ending.length &&
    ending.every((word, index) => words[words.length - ending.length + index] === word)
  );
}
