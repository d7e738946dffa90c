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
      return weakness === undefined ? [] : [reportWeakness(tool!, weakness)];
    });
  },
};

/** What is weak in a tool's description, if anything is. */
export function findWeakness(tool: Tool): string | undefined {
  const words = wordsOf(tool.description);
  if (words.length === 0) return 'is empty';
  const own = new Set(wordsOf(tool.name));
  const news = words.filter(
    (word) => !own.has(word) && !own.has(word.replace(/s$/, '')) && !fillers.has(word),
  );
  if (news.length === 0) return 'says no more than its name';
  return news.every((word) => vague.has(word)) ? 'is vague' : undefined;
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

/** Words that fit any tool. */
const vague = new Set(
  (
    'action actions data do does handle handles helper info information item items main manage manages misc object ' +
    'operation operations perform performs process processes some something stuff thing things todo util utility various work'
  ).split(' '),
);

function wordsOf(text: string): string[] {
  return text
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The finding for a weak description. */
export function reportWeakness(tool: Tool, weakness: string): Finding {
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
