/** One kind of text that is a secret wherever it stands. */
interface SecretShape {
  label: string;
  pattern: RegExp;
  /** One of these stands in every text that has the shape; looked for first, since that is fast. */
  hints?: readonly string[];
  /** A second look, for shapes that ordinary text can have too. */
  check?(text: string): boolean;
}

// Every pattern is linear: no nested repetition, bounded look-behind.
const shapes: readonly SecretShape[] = [
  {
    label: 'private-key',
    hints: ['PRIVATE KEY-----'],
    pattern:
      /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,20000}(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g,
  },
  { label: 'jwt', hints: ['eyJ'], pattern: /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{4,}/g },
  { label: 'bearer', hints: ['earer '], pattern: /(?<=\b[Bb]earer )[A-Za-z0-9._~+/=-]{16,}/g },
  { label: 'basic-auth', hints: ['asic '], pattern: /(?<=\b[Bb]asic )[A-Za-z0-9+/]{16,}={0,2}/g },
  {
    label: 'github-token',
    hints: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{50,})\b/g,
  },
  { label: 'aws-key', hints: ['AKIA', 'ASIA'], pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
  { label: 'slack-token', hints: ['xox'], pattern: /\bxox[abprse]-[A-Za-z0-9-]{10,}/g },
  {
    label: 'stripe-key',
    hints: ['k_live_', 'k_test_'],
    pattern: /\b(?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}/g,
  },
  { label: 'provider-key', hints: ['sk-'], pattern: /\bsk-(?:[a-z]{2,8}-)?[A-Za-z0-9_-]{24,}/g },
  { label: 'gitlab-token', hints: ['glpat-'], pattern: /\bglpat-[A-Za-z0-9_-]{20,}/g },
  { label: 'sendgrid-key', hints: ['SG.'], pattern: /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/g },
  { label: 'hugging-face-token', hints: ['hf_'], pattern: /\bhf_[A-Za-z0-9]{30,}/g },
  { label: 'pypi-token', hints: ['pypi-'], pattern: /\bpypi-[A-Za-z0-9_-]{50,}/g },
  { label: 'shopify-token', hints: ['shp'], pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g },
  { label: 'digitalocean-token', hints: ['do'], pattern: /\bdo[opr]_v1_[a-f0-9]{64}\b/g },
  {
    label: 'slack-webhook',
    hints: ['hooks.slack.com'],
    pattern: /(?<=hooks\.slack\.com\/services\/)[A-Za-z0-9/]{20,}/g,
  },
  { label: 'telegram-token', hints: [':AA'], pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{32,35}\b/g },
  { label: 'age-key', hints: ['AGE-SECRET-KEY-'], pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{50,}/g },
  { label: 'google-key', hints: ['AIza'], pattern: /\bAIza[A-Za-z0-9_-]{35}/g },
  { label: 'npm-token', hints: ['npm_'], pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  {
    label: 'url-password',
    hints: ['://'],
    pattern: /(?<=\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s:/@]{1,64}:)[^\s:/@]{3,128}(?=@)/g,
  },
  { label: 'card-number', pattern: /(?<![\d.-])\d(?:[ -]?\d){12,18}(?![\d.-])/g, check: isCardNumber },
];

export interface ShapeHit {
  label: string;
  start: number;
  end: number;
}

/** Finds secrets by their shape: keys of providers, JWTs, bearer tokens, private keys, card numbers (with Luhn). */
export function findSecretShapes(text: string): ShapeHit[] {
  if (text.length < 12) return [];
  const hits: ShapeHit[] = [];
  for (const { label, pattern, hints, check } of shapes) {
    if (hints !== undefined && !hints.some((hint) => text.includes(hint))) continue;
    for (const match of text.matchAll(pattern)) {
      if (check !== undefined && !check(match[0])) continue;
      hits.push({ label, start: match.index, end: match.index + match[0].length });
    }
  }
  return withoutOverlaps(hits);
}

function withoutOverlaps(hits: ShapeHit[]): ShapeHit[] {
  const sorted = hits.sort((left, right) => left.start - right.start || right.end - left.end);
  const kept: ShapeHit[] = [];
  for (const hit of sorted) if (hit.start >= (kept.at(-1)?.end ?? 0)) kept.push(hit);
  return kept;
}

/** Luhn's check digit (ISO/IEC 7812-1), and a first digit that an issuer of payment cards uses. */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '');
  if (digits.length < 13 || digits.length > 19 || !/^[2-6]/.test(digits) || /^(\d)\1*$/.test(digits))
    return false;
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    let digit = Number(digits[digits.length - 1 - index]);
    if (index % 2 === 1) digit = digit * 2 > 9 ? digit * 2 - 9 : digit * 2;
    sum += digit;
  }
  return sum % 10 === 0;
}
