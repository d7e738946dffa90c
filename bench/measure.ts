/** Runs contestants in turn, several rounds, and keeps the best of each: noise only ever adds time. */
export async function best(
  contestants: Record<string, () => unknown>,
  options: { rounds?: number; count?: number } = {},
): Promise<Record<string, number>> {
  const { rounds = 9, count = 50_000 } = options;
  const result: Record<string, number> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(contestants)) {
      const start = process.hrtime.bigint();
      for (let index = 0; index < count; index += 1) {
        const outcome = run();
        if (outcome instanceof Promise) await outcome;
      }
      const each = Number(process.hrtime.bigint() - start) / count;
      result[name] = Math.min(result[name] ?? Number.POSITIVE_INFINITY, each);
    }
  }
  return result;
}

export function print(times: Record<string, number>, base: string): void {
  for (const [name, ns] of Object.entries(times)) {
    const ratio = (ns / times[base]!).toFixed(2);
    console.log(`${name.padEnd(44)} ${(ns / 1000).toFixed(3).padStart(9)} us ${ratio.padStart(8)}x`);
  }
}
