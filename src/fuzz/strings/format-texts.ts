import { Random } from '../random.ts';

/** Formats with a checksum or a structure that no pattern holds: a good number of texts for each, always the same ones. */
export function formatTexts(name: string, options: Record<string, unknown>): string[] | undefined {
  const random = new Random(0x7075);
  const many = (make: () => string, length = 40): string[] => [...new Set(Array.from({ length }, make))];
  switch (name) {
    case 'credit_card':
      return many(() => cardNumber(random));
    case 'iban':
      return many(() => iban(random));
    case 'jwt':
      return many(() => jwt(random, typeof options.alg === 'string' ? options.alg : undefined), 16);
    default:
      return undefined;
  }
}

function digits(random: Random, count: number): string {
  return Array.from({ length: count }, () => String(random.below(10))).join('');
}

/** A number with the check digit of Luhn's method (ISO/IEC 7812-1). */
function cardNumber(random: Random): string {
  const [prefix, length] = random.pick([
    ['4', 16],
    ['51', 16],
    ['34', 15],
    ['6011', 16],
    ['30', 14],
  ] as const);
  const body = prefix + digits(random, length - 1 - prefix.length);
  const sum = [...body].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return body + String((10 - (sum % 10)) % 10);
}

/** An account number with the check digits of ISO 13616 (remainder 97 of ISO 7064). */
function iban(random: Random): string {
  const [country, letters, numbers] = random.pick([
    ['DE', 0, 18],
    ['NO', 0, 11],
    ['NL', 4, 10],
    ['GB', 4, 14],
    ['FR', 0, 23],
  ] as const);
  const bank = Array.from({ length: letters }, () => String.fromCharCode(65 + random.below(26))).join('');
  const account = bank + digits(random, numbers);
  const spelled = [...`${account}${country}00`].map((char) => parseInt(char, 36)).join('');
  return `${country}${String(98n - (BigInt(spelled) % 97n)).padStart(2, '0')}${account}`;
}

function jwt(random: Random, algorithm: string | undefined): string {
  const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const alg = algorithm ?? random.pick(['HS256', 'RS256', 'ES256']);
  const payload = {
    sub: digits(random, 1 + random.below(8)),
    iat: 1_600_000_000 + random.below(100_000_000),
  };
  const signature = Buffer.from(Array.from({ length: 32 }, () => random.below(256))).toString('base64url');
  return `${part({ alg, typ: 'JWT' })}.${part(payload)}.${signature}`;
}
