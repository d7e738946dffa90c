import type { Channel } from '../../tool/channel.ts';
import { memoryChannel } from './memory-channel.ts';

/** A message queue that keeps what was published. */
export interface Queue<Message> extends Channel {
  /** With an id, a message whose id is in the queue already is dropped. */
  publish(message: Message, options?: { id?: string }): Promise<void>;
}

/** Makes a fake queue. */
export function queue<Message = unknown>(name = 'queue'): Queue<Message> {
  const published: { id?: string; message: Message }[] = [];
  return memoryChannel(
    name,
    () => structuredClone(published),
    (perform) => ({
      publish: (message: Message, { id }: { id?: string } = {}) =>
        perform(() => {
          if (id !== undefined && published.some((other) => other.id === id)) return;
          published.push({ ...(id !== undefined && { id }), message: structuredClone(message) });
        }),
    }),
  );
}
