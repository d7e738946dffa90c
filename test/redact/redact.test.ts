import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redact } from '../../src/redact/redact.ts';
import { isSensitiveByDefault } from '../../src/redact/sensitive-names.ts';

describe('names', () => {
  test.each([
    'password',
    'accessJwt',
    'X-Api-Key',
    'client_secret',
    'Set-Cookie',
    'userPassword',
    'APIKey',
    'refresh_token',
    'Authorization',
    'cardNumber',
  ])('%s is sensitive by itself', (name) => expect(isSensitiveByDefault(name)).toBe(true));
  test.each([
    'maxTokens',
    'tokenCount',
    'monkey',
    'author',
    'keyboard',
    'nextToken',
    'passwordless',
    'secretary',
    'description',
    'totalTokens',
  ])('%s is not', (name) => expect(isSensitiveByDefault(name)).toBe(false));
});

describe('redact', () => {
  test('replaces sensitive fields at any depth and the same value wherever it stands', () => {
    const value = {
      user: { email: 'ann.lee@example.com', name: 'Ann' },
      note: 'wrote to ann.lee@example.com twice',
      list: [{ email: 'bob@example.org' }, { Email: 'ann.lee@example.com' }],
    };
    const { value: redacted, redactedPaths } = redact(value, { sensitiveFieldNames: ['email'] });
    expect(redacted).toEqual({
      user: { email: '[REDACTED:email#1]', name: 'Ann' },
      note: 'wrote to [REDACTED:email#1] twice',
      list: [{ email: '[REDACTED:email#2]' }, { Email: '[REDACTED:email#1]' }],
    });
    expect(redactedPaths).toEqual(['user.email', 'note', 'list[0].email', 'list[1].Email']);
    expect(value.user.email).toBe('ann.lee@example.com');
  });

  test('short values, numbers and booleans go where they are named and nowhere else', () => {
    expect(
      redact({ password: 'abc', pinCode: 1234, secret: true, other: 'abc 1234 true', count: 1234 }).value,
    ).toEqual({
      password: '[REDACTED:password#1]',
      pinCode: '[REDACTED:pinCode#1]',
      secret: '[REDACTED:secret#1]',
      other: 'abc 1234 true',
      count: 1234,
    });
  });

  test('looks into texts: JSON, queries, headers, settings', () => {
    const { value } = redact([
      '{"password": "pa55 \\"word", "user": "ann"}',
      'https://example.com/cb?access_token=k3j4h5g6f7&page=2',
      'Authorization: Bearer abcdef0123456789abcd',
      'DB_PASSWORD=hunter2 npm start',
      JSON.stringify(JSON.stringify({ clientSecret: 'q1w2e3r4', a: 1 })),
    ]);
    expect(value).toMatchInlineSnapshot(`
      [
        "{"password": "[REDACTED:password#1]", "user": "ann"}",
        "https://example.com/cb?access_token=[REDACTED:access_token#1]&page=2",
        "Authorization: Bearer [REDACTED:Authorization#1]",
        "DB_PASSWORD=[REDACTED:DB_PASSWORD#1] npm start",
        ""{\\"clientSecret\\":\\"[REDACTED:clientSecret#1]\\",\\"a\\":1}"",
      ]
    `);
  });

  test('looks into pairs, named values, maps, keys, dates and bytes', () => {
    const secret = 'S3cret-Passphrase-1';
    const { value } = redact({
      headers: [
        ['authorization', 'Token zzz'],
        ['accept', '*/*'],
      ],
      form: [{ name: 'password', value: secret }],
      map: new Map<string, unknown>([
        ['apiKey', 'k-1'],
        [secret, 1],
      ]),
      [secret]: 'as key',
      bytes: new TextEncoder().encode(`x${secret}y`),
    });
    expect(value).toMatchInlineSnapshot(`
      {
        "[REDACTED:password#1]": "as key",
        "bytes": "[REDACTED:password/base64#1]",
        "form": [
          {
            "name": "password",
            "value": "[REDACTED:password#1]",
          },
        ],
        "headers": [
          [
            "authorization",
            "[REDACTED:authorization#1]",
          ],
          [
            "accept",
            "*/*",
          ],
        ],
        "map": Map {
          "apiKey" => "[REDACTED:apiKey#1]",
          "[REDACTED:password#1]" => 1,
        },
      }
    `);
  });

  test('finds values in the forms in which programs write them', () => {
    const secret = 'tr0ub4dor&3 "x" <y> ü';
    const forms = {
      json: JSON.stringify(secret),
      twice: JSON.stringify(JSON.stringify(secret)),
      url: encodeURIComponent(secret),
      html: secret
        .replaceAll('&', '&amp;')
        .replaceAll('"', '&quot;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&#x3E;'),
      unicode: [...secret]
        .map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
      base64: [0, 1, 2].map((offset) => Buffer.from('z'.repeat(offset) + secret + 'end').toString('base64')),
      base64url: Buffer.from(secret).toString('base64url'),
      hex: Buffer.from(secret).toString('hex').toUpperCase(),
      upper: secret.toUpperCase(),
      zeroWidth: [...secret].join('\u200b'),
      spaced: [...secret].join('-'),
    };
    const { value } = redact({ password: secret, forms });
    for (const text of Object.values((value as { forms: object }).forms).flat())
      expect(text).toMatch(/\[REDACTED:password/);
    expect(JSON.stringify(value)).not.toContain('tr0ub');
    expect(value).toMatchInlineSnapshot(`
      {
        "forms": {
          "base64": [
            "[REDACTED:password/base64#1]GVuZA==",
            "en[REDACTED:password/base64#1]xlbmQ=",
            "enp[REDACTED:password/base64#1]ZW5k",
          ],
          "base64url": "[REDACTED:password/base64#1]A",
          "hex": "[REDACTED:password/hex#1]",
          "html": "[REDACTED:password/html#1]",
          "json": ""[REDACTED:password/json#1]"",
          "spaced": "[REDACTED:password/spaced#1]",
          "twice": ""\\"[REDACTED:password/json#1]\\""",
          "unicode": "[REDACTED:password/json#1]",
          "upper": "[REDACTED:password/folded#1]",
          "url": "[REDACTED:password/url#1]",
          "zeroWidth": "[REDACTED:password/spaced#1]",
        },
        "password": "[REDACTED:password#1]",
      }
    `);
  });

  test.each(['ann.lee@example.com', 'p%q+r/s=T4u!v8&w', 'kV9x-Zr41-qLm8-Tp27'])(
    'finds %s with invisible characters between its own',
    (secret) => {
      const { value } = redact({ password: secret, text: `to ${[...secret].join('\u200b')} now` });
      expect(value.text).toBe('to [REDACTED:password/spaced#1] now');
    },
  );

  test('finds what looks like a secret', () => {
    const key = ['sk', 'ant', 'a1B2c3D4e5F6g7H8i9J0k1L2'].join('-');
    const { value } = redact({
      text: `card 4111 1111 1111 1111, key ${key}, order 4111111111111112`,
      id: 'call_1234567890abcdefghijklmnop',
    });
    expect(value).toEqual({
      text: 'card [REDACTED:card-number#1], key [REDACTED:provider-key#1], order 4111111111111112',
      id: 'call_1234567890abcdefghijklmnop',
    });
  });

  test('is idempotent, keeps equality and never lets a distinctive value through', () => {
    const secrets = fc.string({ minLength: 6, maxLength: 40, unit: 'grapheme' }).map((text) => `a${text}1`);
    fc.assert(
      fc.property(secrets, fc.string(), fc.string(), fc.jsonValue(), (secret, before, after, other) => {
        const input = { password: secret, text: before + secret + after, other, again: [secret] };
        const { value } = redact(input);
        expect(value.again[0]).toBe(value.password);
        expect(JSON.stringify([value.text, value.again, value.password])).not.toContain(
          JSON.stringify(secret).slice(1, -1),
        );
        expect(redact(value).value).toEqual(value);
      }),
      { numRuns: 200 },
    );
  });
});
