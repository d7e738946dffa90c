import type { Channel } from '../../tool/channel.ts';
import { memoryChannel } from './memory-channel.ts';

/** A mail server that keeps what was sent; sending is an effect that cannot be taken back. */
export interface Mailbox<Message> extends Channel {
  /** With a key, a message that was sent under it before is not sent again. */
  send(message: Message, options?: { key?: string }): Promise<void>;
}

/** Makes a fake mail server. */
export function mailbox<Message = unknown>(name = 'mail'): Mailbox<Message> {
  const sent: Message[] = [];
  const keys = new Set<string>();
  return memoryChannel(
    name,
    () => structuredClone(sent),
    (perform) => ({
      send: (message: Message, { key }: { key?: string } = {}) =>
        perform(() => {
          if (key !== undefined && keys.has(key)) return;
          if (key !== undefined) keys.add(key);
          sent.push(structuredClone(message));
        }),
    }),
  );
}
