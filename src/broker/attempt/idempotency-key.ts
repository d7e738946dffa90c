import { createHmac, randomBytes } from 'node:crypto';

/**
 * Makes keys for the logical calls of a run: an HMAC (sha-256) of run and call under a secret, so that nobody can guess
 * the key of another call. The same secret, run and call give the same key.
 */
export function createKeyMaker(
  runId: string,
  secret?: string | Uint8Array,
): (call: { callId: string }) => string {
  let known = secret;
  return ({ callId }) => {
    known ??= randomBytes(32);
    return createHmac('sha256', known)
      .update(JSON.stringify([runId, callId]))
      .digest('hex')
      .slice(0, 40);
  };
}
