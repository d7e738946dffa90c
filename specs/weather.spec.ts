import { expect, test } from 'touchstone/vitest';
import { getWeather } from './tools/weather.ts';

test('the unit is celsius unless the caller says otherwise', async ({ harness }) => {
  const call = await harness.call(getWeather, { city: 'Tokyo' });
  expect(call).toMatchObject({ status: 'succeeded', output: { temperature: 18.5, condition: 'clear' } });
  expect(call.run).toHaveCalledTool(getWeather, { city: 'Tokyo', unit: 'celsius' });
  await expect(call.run).toMatchGolden();
});

test('an unknown unit is refused before the tool runs', async ({ harness }) => {
  const call = await harness.call(getWeather, { city: 'Oslo', unit: 'kelvin' as 'celsius' });
  expect(call).toMatchObject({
    status: 'failed',
    error: {
      code: 'VALIDATION_FAILED',
      status: 422,
      details: { side: 'input', issues: [{ path: ['unit'] }] },
    },
  });
  await expect(call.run).toMatchGolden();
});

test('a city without a station is an error of the tool', async ({ harness }) => {
  const call = await harness.call(getWeather, { city: 'Atlantis' });
  expect(call).toMatchObject({
    status: 'failed',
    error: { code: 'TOOL_EXECUTION_FAILED', status: 500, message: 'No station reports from Atlantis.' },
  });
  await expect(call.run).toMatchGolden();
});
