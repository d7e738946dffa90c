/** A conversation with a batch, a failure and arguments that are not JSON. */
export const messages = [
  { role: 'system', content: 'Be kind.' },
  { role: 'user', content: 'Refund o-1 and o-2.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'getOrder', arguments: '{"orderId": "o-1"}' } },
      { id: 'call_2', type: 'function', function: { name: 'getOrder', arguments: '{"orderId":"o-2"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'call_1', content: '{"total":5}' },
  { role: 'tool', tool_call_id: 'call_2', content: 'Error: no such order' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'refund', arguments: '{"orderId":' } }],
  },
  { role: 'tool', tool_call_id: 'call_1', content: 'Error: bad arguments' },
  { role: 'assistant', content: 'Done.' },
];
