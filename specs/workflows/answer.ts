import { defineWorkflow } from 'touchstone';
import { z } from 'zod';
import { searchHandbook, sendEmail } from '../tools/email.ts';

const Question = z.object({ from: z.email().meta({ sensitive: true }), question: z.string().min(1) });

/** Looks the answer up and mails it; where the mail is rejected, the reason is kept for the next shift. */
export const answerCustomer = defineWorkflow(
  {
    id: 'answer-customer',
    inputSchema: Question,
    outputSchema: z.object({ answered: z.boolean(), note: z.string().optional() }),
    tools: [searchHandbook, sendEmail],
  },
  async (ctx, { from, question }) => {
    const { results } = await ctx.step.callTool(searchHandbook, { query: question });
    const mail = await ctx.step.callTool.safe(sendEmail, {
      to: from,
      subject: 'Your question',
      body: results.map(({ text }) => text).join('\n'),
    });
    return mail.status === 'succeeded'
      ? { answered: true }
      : { answered: false, note: mail.error?.message ?? 'The mail was not sent.' };
  },
);
