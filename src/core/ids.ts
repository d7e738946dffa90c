import { randomBytes, randomUUID } from 'node:crypto';

/** Where durable code takes ids and chance from. */
export interface Ids {
  uuid(): string;
  /** A number from 0 (included) to 1 (excluded). */
  random(): number;
}

/** Ids and chance of the machine. */
export const systemIds: Ids = {
  uuid: () => randomUUID(),
  random: () => Number(randomBytes(6).readUIntBE(0, 6)) / 2 ** 48,
};

/** Ids that are the same for the same seed (mulberry32), for tests. Never use them as secrets. */
export function seededIds(seed: number): Ids {
  let state = seed >>> 0;
  const random = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const hex = (digits: number): string =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
  return {
    random,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
