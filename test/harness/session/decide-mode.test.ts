import { describe, expect, test } from 'vitest';
import { decideMode, isCi, type ModeQuestion } from '../../../src/harness/session/decide-mode.ts';

const ask = (question: Partial<ModeQuestion>): string =>
  decideMode({ environment: {}, named: true, goldenExists: true, ...question });

describe('where the results of a run come from', () => {
  test('auto replays what is recorded and records what is new', () => {
    expect([ask({}), ask({ goldenExists: false })]).toEqual(['replay', 'record']);
  });

  test('CI always replays, whatever the command line, the variable and the code ask for', () => {
    const environment = { CI: 'true', TOUCHSTONE_MODE: 'record' };
    expect([
      ask({ environment, goldenExists: false }),
      ask({ environment, commandLine: 'record' }),
      ask({ environment, commandLine: 'live' }),
      ask({ environment, option: 'record' }),
    ]).toEqual(['replay', 'replay', 'replay', 'replay']);
  });

  test('outside CI the same questions record: the variable CI is what holds them back', () => {
    const environment = { TOUCHSTONE_MODE: 'record' };
    expect([
      ask({ environment, goldenExists: false }),
      ask({ environment, commandLine: 'record' }),
      ask({ environment, option: 'record' }),
    ]).toEqual(['record', 'record', 'record']);
  });

  test('code that asks for live gets it, and so does a harness without a name', () => {
    const environment = { CI: '1' };
    expect([ask({ environment, option: 'live' }), ask({ environment, named: false })]).toEqual([
      'live',
      'live',
    ]);
  });

  test('the code is asked before the command line, the command line before TOUCHSTONE_MODE', () => {
    const environment = { TOUCHSTONE_MODE: 'live' };
    expect([
      ask({ environment, option: 'replay', commandLine: 'record' }),
      ask({ environment, commandLine: 'record' }),
      ask({ environment, commandLine: 'auto' }),
      ask({ environment: { TOUCHSTONE_MODE: 'nonsense' } }),
    ]).toEqual(['replay', 'record', 'live', 'replay']);
  });

  test('CI set to nothing, 0 or false is no CI', () => {
    expect(
      [{}, { CI: '' }, { CI: '0' }, { CI: 'false' }, { CI: '1' }, { CI: 'woodpecker' }].map(isCi),
    ).toEqual([false, false, false, false, true, true]);
  });
});
