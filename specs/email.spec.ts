import { expect, test } from 'touchstone/vitest';
import { searchHandbook, sendEmail } from './tools/email.ts';
import { answerCustomer } from './workflows/answer.ts';

const letter = { from: 'noor@example.com', question: 'broken parcel' };

test('a mail leaves only after a person has read it', async ({ harness }) => {
  const waiting = await harness.run(answerCustomer, letter);
  expect(waiting).toHaveStatus('awaiting_approval');
  expect(waiting).toHaveCalledTool(searchHandbook, { query: 'broken parcel', maxResults: 3 });
  expect(waiting.approvals[0]).toMatchObject({ toolName: 'send_email', status: 'pending' });

  const run = await harness.resume(waiting, 'approve');
  expect(run).toHaveStatus('completed');
  expect(run.output).toEqual({ answered: true });
  expect(run).toHaveCalledTool(sendEmail, { subject: 'Your question' }, { times: 1 });
  await expect(run).toMatchGolden();
  expect(run).toHaveNoFindings();
});

test('a rejected mail is an answer that the workflow can work with', async ({ harness }) => {
  const waiting = await harness.run(answerCustomer, letter);
  const [approval] = waiting.approvals;
  const run = await harness.resume(waiting, {
    [approval!.approvalId]: { decision: 'reject', note: 'Too short.' },
  });
  expect(run).toHaveStatus('completed');
  expect(run.output).toEqual({
    answered: false,
    note: 'Tool "send_email" was rejected by the user. Feedback: Too short.',
  });
  await expect(run).toMatchGolden();
});
