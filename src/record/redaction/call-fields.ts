import { sensitiveFieldTest, type FieldTest } from '../../redact/field-test.ts';
import type { Policy } from '../../policy/rule.ts';
import type { Tool } from '../../tool/tool.ts';
import type { TraceEvent } from '../../trace/events.ts';

/** What is sensitive in the events of one call. */
export interface CallFields {
  readonly input: FieldTest;
  readonly output: FieldTest;
  /** For errors and logs, which hold parts of both. */
  readonly other: FieldTest;
}

/** What is sensitive where in a run: by default names, by the tools' declarations and by the policies that matched. */
export interface RunFields {
  of(callId: string | undefined): CallFields;
  /** All names that any tool or matched policy declares. */
  isDeclared: FieldTest;
}

/** What was declared sensitive by people. */
export interface Declarations {
  tools: readonly Tool[];
  policies?: readonly Policy[];
  /** Names that hold for every tool and for the run itself. */
  sensitiveFieldNames?: readonly string[];
}

/** Reads the declarations that matter in a run from its tools, its policies and the policy rules that matched in it. */
export function readFields(
  events: readonly TraceEvent[],
  { tools, policies = [], sensitiveFieldNames = [] }: Declarations,
): RunFields {
  const everywhere = sensitiveFieldTest({ names: sensitiveFieldNames });
  const defaults: CallFields = { input: everywhere, output: everywhere, other: everywhere };
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  const toolOf = new Map<string, Tool | undefined>();
  const policyNames = new Map<string, string[]>();
  for (const event of events) {
    if (event.type === 'tool.requested') toolOf.set(event.callId, byName.get(event.toolName));
    if (event.type !== 'policy.matched' || event.ruleType !== 'redact') continue;
    const rule = policies.find(({ name }) => name === event.policyName)?.rules[event.ruleIndex];
    if (rule?.type === 'redact') {
      policyNames.set(event.callId, [...(policyNames.get(event.callId) ?? []), ...rule.fieldNames]);
    }
  }
  const known = new Map<string, CallFields>();
  return {
    of(callId) {
      if (callId === undefined || !toolOf.has(callId)) return defaults;
      const tool = toolOf.get(callId);
      const names = policyNames.get(callId) ?? [];
      const key = JSON.stringify([tool?.name ?? null, names]);
      const fields = known.get(key) ?? fieldsOf(tool, [...sensitiveFieldNames, ...names]) ?? defaults;
      known.set(key, fields);
      return fields;
    },
    isDeclared: sensitiveFieldTest({
      names: [
        ...sensitiveFieldNames,
        ...tools.flatMap((tool) => [...tool.sensitiveFieldNames]),
        ...[...policyNames.values()].flat(),
      ],
    }),
  };
}

function fieldsOf(tool: Tool | undefined, moreNames: readonly string[]): CallFields | undefined {
  const names = [...(tool?.sensitiveFieldNames ?? []), ...moreNames];
  const inputPaths = tool?.inputSchema.sensitivePaths() ?? [];
  const outputPaths = tool?.outputSchema?.sensitivePaths() ?? [];
  if (names.length === 0 && inputPaths.length === 0 && outputPaths.length === 0) return undefined;
  return {
    input: sensitiveFieldTest({ names, paths: inputPaths }),
    output: sensitiveFieldTest({ names, paths: outputPaths }),
    other: sensitiveFieldTest({ names }),
  };
}
