import { defineTool } from 'touchstone';
import { z } from 'zod';

const stations = new Map([
  ['tokyo', { celsius: 18.5, condition: 'clear', humidity: 52 }],
  ['oslo', { celsius: -3, condition: 'snow', humidity: 88 }],
]);

export const getWeather = defineTool(
  {
    id: 'get_weather',
    description: 'Tells the weather in a city as it is now.',
    inputSchema: z.object({
      city: z.string().min(1).describe('Name of the city'),
      unit: z.enum(['celsius', 'fahrenheit']).default('celsius').describe('Unit of the temperature'),
    }),
    outputSchema: z.object({
      city: z.string(),
      temperature: z.number(),
      condition: z.string(),
      humidity: z.int().min(0).max(100),
    }),
    annotations: { readOnlyHint: true },
  },
  async (_ctx, { city, unit }) => {
    const station = stations.get(city.toLowerCase());
    if (station === undefined) throw new Error(`No station reports from ${city}.`);
    const { celsius, condition, humidity } = station;
    return { city, temperature: unit === 'celsius' ? celsius : celsius * 1.8 + 32, condition, humidity };
  },
);
