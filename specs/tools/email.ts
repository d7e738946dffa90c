import { defineTool } from 'touchstone';
import { z } from 'zod';

const handbook = [
  { title: 'Returning a parcel', text: 'Parcels come back within 30 days.' },
  { title: 'Broken on arrival', text: 'A photo of the damage is enough.' },
];

export const searchHandbook = defineTool(
  {
    id: 'search_handbook',
    description: 'Searches the handbook of the support team and gives the passages that fit.',
    inputSchema: z.object({
      query: z.string().min(1).describe('Words to look for'),
      maxResults: z.int().min(1).max(10).default(3).describe('How many passages at most (1 to 10)'),
    }),
    outputSchema: z.object({ results: z.array(z.object({ title: z.string(), text: z.string() })) }),
    annotations: { readOnlyHint: true },
  },
  async (_ctx, { query, maxResults }) => {
    const words = query.toLowerCase().split(/\s+/);
    const fits = ({ title, text }: (typeof handbook)[number]) =>
      words.some((word) => `${title} ${text}`.toLowerCase().includes(word));
    return { results: handbook.filter(fits).slice(0, maxResults) };
  },
);

export const sendEmail = defineTool(
  {
    id: 'send_email',
    description:
      'Sends an email to a customer. Use it when somebody explicitly asks for an answer in writing.',
    inputSchema: z.object({
      to: z.email().describe('Address of the receiver'),
      subject: z.string().min(1).describe('Subject line'),
      body: z.string().describe('Text of the mail'),
    }),
    outputSchema: z.object({ status: z.literal('sent') }),
    approval: 'always',
    sensitiveFieldNames: ['to'],
    annotations: { destructiveHint: false, openWorldHint: true },
  },
  async () => ({ status: 'sent' as const }),
);
