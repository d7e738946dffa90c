import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { decideCommand } from '../../src/sandbox/command/decide-command.ts';

const corpus = resolve(import.meta.dirname, '../../../shared/facts/attacks.json');
const isThere = existsSync(corpus);

interface Attack {
  id: string;
  kind: string;
  mode?: string;
  rules?: string[];
  allow?: string[];
  value: string;
  verifiedEffective?: Record<string, boolean | null>;
}

function read(): { attacks: Attack[]; benign: Attack[] } {
  return isThere ? JSON.parse(readFileSync(corpus, 'utf8')) : { attacks: [], benign: [] };
}

const fill = (text: string): string =>
  text
    .replaceAll('{Mesc}', '\\/outside\\/marker')
    .replaceAll('{M}', '/outside/marker')
    .replaceAll('{S}', '/outside/secret.txt')
    .replaceAll('{O}', '/outside')
    .replaceAll('{W}', '/workspace');

describe('the attack corpus (skipped where ../shared/facts/attacks.json is absent)', () => {
  test.skipIf(!isThere)('no command of it runs without asking', () => {
    const commands = read().attacks.filter(({ kind }) => kind === 'command');
    const through = commands.flatMap(({ id, value, rules = [] }) => {
      const { decision, reason } = decideCommand(fill(value), { security: 'allowlist', allowlist: rules });
      return decision === 'allow' ? [`${id} ${value}: ${reason}`] : [];
    });
    expect(through).toEqual([]);
    expect(commands.length).toBeGreaterThan(100);
  });

  test.skipIf(!isThere)('its benign commands run without asking', () => {
    const { benign } = read();
    const asked = benign.flatMap(({ id, value, allow = [] }) => {
      const { decision, reason } = decideCommand(value, { security: 'allowlist', allowlist: allow });
      return decision === 'allow' ? [] : [`${id} ${value}: ${reason}`];
    });
    expect(asked).toEqual([]);
  });
});
