import { describe, expect, test } from 'vitest';
import { messageOf } from '../../src/core/errors.ts';
import { importTraces, type ImportFormat } from '../../src/record/import/import-traces.ts';
import { messages } from './conversation-sample.ts';

describe('importTraces', () => {
  test('reads OpenAI messages: inputs, raw texts, batches, failures, arguments that are not JSON', () => {
    const [trace] = importTraces(JSON.stringify(messages), { format: 'openai-messages' });
    expect(trace).toMatchObject({
      name: 'main',
      status: 'completed',
      input: 'Refund o-1 and o-2.',
      output: 'Done.',
    });
    expect(trace!.calls.map(({ attempts: _a, policyDecisions: _p, ...call }) => call)).toMatchInlineSnapshot(`
      [
        {
          "agentName": "agent",
          "batch": {
            "id": "agent/turn#1",
            "index": 0,
          },
          "callId": "agent/getOrder#1",
          "input": {
            "orderId": "o-1",
          },
          "output": {
            "total": 5,
          },
          "rawInput": "{"orderId": "o-1"}",
          "scope": "agent",
          "status": "succeeded",
          "stepIndex": 0,
          "toolName": "getOrder",
        },
        {
          "agentName": "agent",
          "batch": {
            "id": "agent/turn#1",
            "index": 1,
          },
          "callId": "agent/getOrder#2",
          "error": {
            "callId": "agent/getOrder#2",
            "code": "TOOL_EXECUTION_FAILED",
            "message": "Error: no such order",
            "status": 500,
            "toolName": "getOrder",
          },
          "input": {
            "orderId": "o-2",
          },
          "scope": "agent",
          "status": "failed",
          "stepIndex": 0,
          "toolName": "getOrder",
        },
        {
          "agentName": "agent",
          "callId": "agent/refund#1",
          "error": {
            "callId": "agent/refund#1",
            "code": "VALIDATION_FAILED",
            "details": {
              "issues": [
                {
                  "code": "invalid_json",
                  "message": "The arguments of refund are not JSON.",
                  "path": [],
                },
              ],
              "side": "input",
            },
            "message": "The arguments of refund are not JSON.",
            "status": 422,
            "toolName": "refund",
          },
          "input": "{"orderId":",
          "rawInput": "{"orderId":",
          "scope": "agent",
          "status": "failed",
          "stepIndex": 1,
          "toolName": "refund",
        },
      ]
    `);
  });

  test('reads the items of the Responses API and the older function calls', () => {
    const items = [
      { role: 'user', content: [{ type: 'input_text', text: 'hi' }] },
      { type: 'function_call', call_id: 'c', name: 'now', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c', output: '12' },
    ];
    const old = [
      { role: 'user', content: 'hi' },
      { role: 'assistant', content: null, function_call: { name: 'now', arguments: '' } },
      { role: 'function', name: 'now', content: 'noon' },
    ];
    const lines = `${JSON.stringify({ messages: items })}\n${JSON.stringify({ messages: old })}\n`;
    const traces = importTraces(lines, { format: 'openai-messages' });
    expect(
      traces.map(({ name, calls }) => [
        name,
        calls.map(({ toolName, input, output }) => [toolName, input, output]),
      ]),
    ).toEqual([
      ['run 1', [['now', {}, 12]]],
      ['run 2', [['now', {}, 'noon']]],
    ]);
  });

  test('reads model messages and UI messages of the AI SDK', () => {
    const model = [
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool-call', toolCallId: 'a', toolName: 'getOrder', input: { id: 1 } },
          { type: 'tool-call', toolCallId: 'b', toolName: 'getOrder', input: { id: 2 } },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'b',
            toolName: 'getOrder',
            output: { type: 'error-text', value: 'gone' },
          },
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'getOrder',
            output: { type: 'json', value: { total: 5 } },
          },
        ],
      },
    ];
    const ui = [
      { role: 'user', parts: [{ type: 'text', text: 'hi' }] },
      {
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          {
            type: 'tool-getOrder',
            toolCallId: 'a',
            state: 'output-available',
            input: { id: 1 },
            output: { total: 5 },
          },
          {
            type: 'tool-getOrder',
            toolCallId: 'b',
            state: 'output-error',
            input: { id: 2 },
            errorText: 'gone',
          },
        ],
      },
    ];
    const outcome = (text: string): unknown =>
      importTraces(text, { format: 'ai-sdk' })[0]!.calls.map((call) => [
        call.input,
        call.output ?? call.error?.message,
        call.batch?.index,
      ]);
    const expected = [
      [{ id: 1 }, { total: 5 }, 0],
      [{ id: 2 }, 'gone', 1],
    ];
    expect(outcome(JSON.stringify(model))).toEqual(expected);
    expect(outcome(JSON.stringify(ui))).toEqual(expected);
  });

  test('redacts as a recording does', () => {
    const text = JSON.stringify([
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        tool_calls: [{ id: 'c', function: { name: 'find', arguments: '{"email":"ann@shop.test"}' } }],
      },
      { role: 'tool', tool_call_id: 'c', content: '{"apiKey":"k-123","note":"ann@shop.test"}' },
    ]);
    const [trace] = importTraces(text, { format: 'openai-messages', sensitiveFieldNames: ['email'] });
    expect(trace!.calls[0]).toMatchObject({
      input: { email: '[REDACTED:email#1]' },
      output: { apiKey: '[REDACTED:apiKey#1]', note: '[REDACTED:email#1]' },
    });
  });

  test('a text of another shape is told in one sentence', () => {
    const message = (text: string, format: string): string => {
      try {
        importTraces(text, { format: format as ImportFormat });
        return 'read';
      } catch (error) {
        return messageOf(error);
      }
    };
    expect([
      message('', 'tau-bench'),
      message('{"a":', 'openai-messages'),
      message('[{"task_id":1}]', 'tau-bench'),
      message('{"hello":"world"}', 'openai-messages'),
      message('[1,2]', 'ai-sdk'),
      message('{}', 'otlp'),
      message('[]', 'csv'),
      message('{"messages":[]}\nnot json', 'openai-messages'),
      message('['.repeat(5000), 'otlp'),
    ]).toMatchInlineSnapshot(`
      [
        "The text is not of the format tau-bench: it is empty.",
        "The text is not of the format openai-messages: it is not JSON at line 1, column 6.",
        "The text is not of the format tau-bench: [0].traj is not a list of messages.",
        "The text is not of the format openai-messages: expected a list of messages with roles, or objects with "messages".",
        "The text is not of the format ai-sdk: expected a list of messages with roles and parts.",
        "The text is not of the format otlp: expected resourceSpans with spans in them.",
        "There is no format "csv"; give one of tau-bench, openai-messages, ai-sdk, otlp.",
        "The text is not of the format openai-messages: line 2 is not JSON.",
        "The text is not of the format otlp: it nests deeper than 1000 levels.",
      ]
    `);
  });
});
