import { test } from '@fast-check/vitest';
import { createBroker } from 'touchstone';
import { invalidInputs, validInputs } from 'touchstone/fuzz';
import { expect } from 'vitest';
import { getWeather } from './tools/weather.ts';

const broker = createBroker({ tools: [getWeather] });

test.prop([validInputs(getWeather.inputSchema)])(
  'a valid question is answered or has no station',
  async (input) => {
    const call = await broker.call({ toolName: 'get_weather', input });
    if (call.status !== 'succeeded') expect(call.error?.code).toBe('TOOL_EXECUTION_FAILED');
  },
);

test.prop([invalidInputs(getWeather.inputSchema)])(
  'an invalid question is refused where it is wrong',
  async (broken) => {
    const call = await broker.call({ toolName: 'get_weather', input: broken.value });
    expect(call).toMatchObject({ status: 'failed', error: { code: 'VALIDATION_FAILED' } });
    const details = call.status === 'failed' ? call.error?.details : undefined;
    expect(details?.['issues']).toContainEqual(expect.objectContaining(broken.expect));
  },
);
