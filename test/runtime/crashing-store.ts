import { memoryStore } from '../../src/engine/memory-store.ts';
import type { Store } from '../../src/engine/store.ts';

/** A store that outlives engines: each connection can be cut, after which nothing that it writes arrives. */
export function crashingStore(): { connect(): { store: Store; crash(): void } } {
  const inner = memoryStore();
  return {
    connect() {
      let dead = false;
      const never = new Promise<never>(() => undefined);
      const store: Store = {
        ...inner,
        write: (batch) => (dead ? never : inner.write(batch)),
        close() {},
      };
      return { store, crash: () => void (dead = true) };
    },
  };
}
