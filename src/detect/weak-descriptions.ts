import { createFinding } from '../trace/create-finding.ts';
import type { Finding } from '../trace/finding.ts';
import type { Tool } from '../tool/tool.ts';
import { locationOf } from './call-facts.ts';
import type { Detector } from './detector.ts';

const RULE = 'tool/weak-description';

/** Tools that a model cannot choose well, since their description says no more than their name. */
export const weakDescriptions: Detector = {
  ruleIds: [RULE],
  run({ trace, tools }) {
    const used = [...new Set(trace.calls.map((call) => call.toolName))].sort();
    return used.flatMap((name) => {
      const tool = tools.get(name);
      const weakness = tool && findWeakness(tool);
      return weakness === undefined ? [] : [report(tool!, weakness)];
    });
  },
};

function findWeakness(tool: Tool): string | undefined {
  const words = wordsOf(tool.description);
  if (words.length === 0) return 'is empty';
  const own = new Set(wordsOf(tool.name));
  const news = words.filter(
    (word) => !own.has(word) && !own.has(word.replace(/s$/, '')) && !fillers.has(word),
  );
  return news.length === 0 ? 'says no more than its name' : undefined;
}

const fillers = new Set([
  'a',
  'an',
  'the',
  'this',
  'tool',
  'function',
  'to',
  'of',
  'for',
  'it',
  'is',
  'and',
  'used',
]);

function wordsOf(text: string): string[] {
  return text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function report(tool: Tool, weakness: string): Finding {
  return createFinding({
    ruleId: RULE,
    severity: 'warning',
    message: `The description of ${tool.name} ${weakness}, so a model cannot tell when to use it.`,
    toolName: tool.name,
    ...locationOf(tool),
    evidence: { description: tool.description.slice(0, 500) },
    about: weakness,
    fix: 'Say what the tool does, when to use it and what it gives back.',
  });
}
