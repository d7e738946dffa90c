import { describe, expect, test } from 'vitest';
import { exportFormats, exportTraces } from '../../src/record/import/export-traces.ts';
import { importTraces } from '../../src/record/import/import-traces.ts';
import { messages } from './conversation-sample.ts';

describe('exportTraces', () => {
  const [trace] = importTraces(JSON.stringify(messages), { format: 'openai-messages' });

  test.each(exportFormats)('%s can be imported again: same calls, same outcome', (format) => {
    const [again] = importTraces(exportTraces([trace!], { format }), { format });
    const facts = (one: typeof trace): unknown => ({
      input: one!.input,
      output: one!.output,
      calls: one!.calls
        .slice(0, 2)
        .map((call) => [call.toolName, call.input, call.status, call.output, call.batch?.index]),
      failures: one!.calls.filter(({ status }) => status === 'failed').length,
    });
    expect(facts(again)).toEqual(facts(trace));
  });

  test('OTLP spans follow the GenAI conventions and hold no time of the machine', () => {
    expect(exportTraces([trace!], { format: 'otlp' })).toBe(exportTraces([trace!], { format: 'otlp' }));
    const spans = JSON.parse(exportTraces([trace!], { format: 'otlp' })).resourceSpans[0].scopeSpans[0].spans;
    expect(spans.map((span: { name: string }) => span.name)).toEqual([
      'invoke_agent agent',
      'execute_tool getOrder',
      'execute_tool getOrder',
      'execute_tool refund',
    ]);
    expect(spans[2]).toMatchInlineSnapshot(`
      {
        "attributes": [
          {
            "key": "gen_ai.operation.name",
            "value": {
              "stringValue": "execute_tool",
            },
          },
          {
            "key": "gen_ai.tool.name",
            "value": {
              "stringValue": "getOrder",
            },
          },
          {
            "key": "gen_ai.tool.call.id",
            "value": {
              "stringValue": "agent/getOrder#2",
            },
          },
          {
            "key": "gen_ai.agent.name",
            "value": {
              "stringValue": "agent",
            },
          },
          {
            "key": "gen_ai.tool.call.arguments",
            "value": {
              "stringValue": "{"orderId":"o-2"}",
            },
          },
          {
            "key": "error.type",
            "value": {
              "stringValue": "TOOL_EXECUTION_FAILED",
            },
          },
          {
            "key": "touchstone.call.status",
            "value": {
              "stringValue": "failed",
            },
          },
          {
            "key": "touchstone.call.turn",
            "value": {
              "intValue": "0",
            },
          },
        ],
        "endTimeUnixNano": "1767225600000004000",
        "kind": 1,
        "name": "execute_tool getOrder",
        "parentSpanId": "2b07d29b10d907b5",
        "spanId": "500c8fab79e3acfc",
        "startTimeUnixNano": "1767225600000003000",
        "status": {
          "code": 2,
          "message": "Error: no such order",
        },
        "traceId": "8928c2d28c5915cd76c663129a23cb2f",
      }
    `);
  });
});
