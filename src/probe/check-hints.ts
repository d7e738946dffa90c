import { isEqual } from '../core/canonical.ts';
import type { Json } from '../core/json.ts';
import type { Tool } from '../tool/tool.ts';
import { createFinding } from '../trace/create-finding.ts';
import type { Finding } from '../trace/finding.ts';
import { checkIdempotency, type IdempotencyOptions } from './check-idempotency.ts';
import { isLocalHost, watchContacts } from './bench/watch-contacts.ts';
import { oneAfterAnother, type SeriesCall } from './experiments/one-after-another.ts';
import { openWorld, worldFaultOf } from './bench/open-world.ts';
import { describeDifference, firstDifference } from './ledger/first-difference.ts';
import { findLostContent } from './ledger/lost-content.ts';
import { chooseInputs, type ChosenInputs } from './choose-inputs.ts';
import { reproduceProbe } from './reproduce-probe.ts';
import type { HintName, IdempotencyCheck } from './verdict.ts';

/** Whether a hint tells the truth: `unproven` where the experiments could neither confirm nor refute it. */
export type HintJudgement = 'honest' | 'dishonest' | 'unproven';

/** One hint of a tool, held against what was seen. */
export interface HintReport {
  /** What the tool says; absent where it says nothing and MCP's cautious default holds. */
  declared?: boolean;
  judgement: HintJudgement;
  /** One sentence for people. */
  reason: string;
  /** The input that shows it. */
  input?: unknown;
}

/** The outcome of `checkHints`. */
export interface HintsCheck {
  toolName: string;
  hints: Record<HintName, HintReport>;
  /** What `checkIdempotency` found on the way. */
  idempotency: IdempotencyCheck;
  /** One for each dishonest hint. */
  findings: Finding[];
}

const hintNames: readonly HintName[] = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

/** Everything that bears on the four hints of one tool. */
interface Sight {
  tool: Tool;
  series: readonly SeriesCall[];
  idempotency: IdempotencyCheck;
  foreignHosts: readonly string[];
  /** Whether requests of the tool can be seen at all; those of another process cannot. */
  seesContacts: boolean;
}

/**
 * Holds what a tool says of itself (`readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`) against what it
 * does in a world: honest, dishonest or unproven for each. Idempotency is judged on one call that is executed again.
 * A world that fails makes every hint unproven.
 */
export async function checkHints(options: IdempotencyOptions): Promise<HintsCheck> {
  const { toolName } = options;
  const idempotency = await checkIdempotency(options);
  if (idempotency.isWorldFault === true) return nothingSeen(toolName, idempotency);
  const chosen = await look(options).catch((thrown: unknown) => {
    if (worldFaultOf(thrown) === undefined) throw thrown;
    return undefined;
  });
  if (chosen === undefined) return nothingSeen(toolName, idempotency);
  const { tool, inputs, series, contacts } = chosen;
  const foreignHosts = [...contacts].filter((host) => !isLocalHost(host));
  const sight = { tool, series, idempotency, foreignHosts, seesContacts: !tool.external };
  const hints = Object.fromEntries(
    hintNames.map((name) => [name, withDeclared(tool, name, judgeHint[name](sight, inputs))]),
  ) as HintsCheck['hints'];
  const findings = hintNames.flatMap((name) =>
    hints[name].judgement === 'dishonest' ? [report(tool, name, hints[name], inputs)] : [],
  );
  return { toolName, hints, idempotency, findings };
}

interface Looked {
  tool: Tool;
  inputs: ChosenInputs;
  series: SeriesCall[];
  contacts: ReadonlySet<string>;
}

async function look(options: IdempotencyOptions): Promise<Looked> {
  const { world, toolName, quietMs = 500 } = options;
  const opened = await openWorld(world, toolName);
  await opened.dispose();
  const inputs = chooseInputs(opened.tool, options);
  const bench = { world, toolName, inputs: inputs.values, quietMs, references: [] };
  const { value, contacts } = await watchContacts(() => oneAfterAnother(bench));
  return { tool: opened.tool, inputs, series: value, contacts };
}

type Judged = Omit<HintReport, 'declared'>;

const judgeHint: Record<HintName, (sight: Sight, inputs: ChosenInputs) => Judged> = {
  readOnlyHint({ tool, series }, inputs) {
    const effect = series.find(({ before, after }) => !isEqual(before, after));
    const claims = tool.annotations.readOnlyHint === true;
    if (effect !== undefined) {
      const what = describeChange(effect.before, effect.after);
      const input = inputs.values[effect.inputIndex];
      return {
        judgement: claims ? 'dishonest' : 'honest',
        reason: `A call changed the world: ${what}.`,
        input,
      };
    }
    const used = series.filter(({ returned }) => returned).length;
    if (used === 0) return { judgement: 'unproven', reason: 'No input was accepted.' };
    return { judgement: claims ? 'honest' : 'unproven', reason: `No call of ${used} changed anything.` };
  },
  destructiveHint({ tool, series }, inputs) {
    const loss = series
      .map((call) => ({ call, place: findLostContent(call.before, call.after) }))
      .find(({ place }) => place !== undefined);
    const denies = tool.annotations.destructiveHint === false;
    if (loss !== undefined) {
      const reason = `A call removed or overwrote what was there before, at ${loss.place}.`;
      return {
        judgement: denies ? 'dishonest' : 'honest',
        reason,
        input: inputs.values[loss.call.inputIndex],
      };
    }
    if (tool.annotations.readOnlyHint === true) {
      return { judgement: denies ? 'honest' : 'unproven', reason: 'Nothing was lost; the tool only reads.' };
    }
    const effects = series.filter(({ before, after }) => !isEqual(before, after)).length;
    if (effects === 0) return { judgement: 'unproven', reason: 'No call changed anything.' };
    return {
      judgement: denies ? 'honest' : 'unproven',
      reason: `${effects} calls had effects and lost nothing.`,
    };
  },
  idempotentHint({ tool, idempotency }) {
    const { verdict, message, input } = idempotency;
    const claims = tool.annotations.idempotentHint === true;
    if (verdict === 'non-idempotent' || verdict === 'declared-non-idempotent') {
      return { judgement: claims ? 'dishonest' : 'honest', reason: message, input };
    }
    if (verdict === 'inconclusive') return { judgement: 'unproven', reason: message };
    return { judgement: claims ? 'honest' : 'unproven', reason: message };
  },
  openWorldHint({ tool, foreignHosts, seesContacts, series }) {
    const denies = tool.annotations.openWorldHint === false;
    if (foreignHosts.length > 0) {
      const reason = `It asked ${foreignHosts.join(', ')}.`;
      return { judgement: denies ? 'dishonest' : 'honest', reason };
    }
    if (!seesContacts) {
      return { judgement: 'unproven', reason: 'What another process asks on the network is not seen.' };
    }
    const used = series.filter(({ returned }) => returned).length;
    if (used === 0) return { judgement: 'unproven', reason: 'No input was accepted.' };
    return { judgement: denies ? 'honest' : 'unproven', reason: 'It asked no host outside its world.' };
  },
};

function describeChange(before: Json, after: Json): string {
  return describeDifference(firstDifference(before, after)!);
}

function withDeclared(tool: Tool, name: HintName, judged: Judged): HintReport {
  const declared = tool.annotations[name];
  return declared === undefined ? judged : { declared, ...judged };
}

function report(tool: Tool, name: HintName, hint: HintReport, inputs: ChosenInputs): Finding {
  const inputIndex = inputs.values.findIndex((input) => isEqual(input, hint.input));
  return createFinding({
    ruleId: 'tool/dishonest-hint',
    severity: 'error',
    message: `${tool.name} says ${name}: ${hint.declared}, but: ${hint.reason}`,
    toolName: tool.name,
    ...(tool.location !== undefined && { location: tool.location }),
    evidence: { hint: name, declared: hint.declared, reason: hint.reason, input: hint.input ?? null },
    about: name,
    fix: `Set annotations.${name} to ${String(hint.declared !== true)}, or change what the tool does.`,
    reproduce: reproduceHint(tool, name, inputs, inputIndex),
  });
}

// A loss shows only after earlier calls, so it takes all inputs again.
function reproduceHint(tool: Tool, name: HintName, inputs: ChosenInputs, inputIndex: number): string {
  if (name !== 'destructiveHint' && inputIndex !== -1) {
    return reproduceProbe({ toolName: tool.name, ...inputs, inputs: inputs.values }, inputIndex);
  }
  const seed = inputs.given ? '' : ` --seed ${inputs.seed}`;
  return `npx touchstone probe ${tool.name}${seed}`;
}

function nothingSeen(toolName: string, idempotency: IdempotencyCheck): HintsCheck {
  const hint = { judgement: 'unproven', reason: idempotency.message } as const;
  return {
    toolName,
    hints: { readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint },
    idempotency,
    findings: [],
  };
}
