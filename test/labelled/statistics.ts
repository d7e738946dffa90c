/** Counts of a detector against labels. */
export interface Counts {
  truePositive: number;
  falsePositive: number;
  trueNegative: number;
  falseNegative: number;
  inconclusive: number;
}

/** A share with its 95 % interval after Wilson (1927). */
export interface Share {
  value: number;
  low: number;
  high: number;
}

const Z = 1.959964;

/** The share of `hits` in `total` with the Wilson interval; an empty total has no information. */
export function wilson(hits: number, total: number): Share {
  if (total === 0) return { value: Number.NaN, low: 0, high: 1 };
  const share = hits / total;
  const spread = Z * Math.sqrt((share * (1 - share)) / total + Z ** 2 / (4 * total ** 2));
  const centre = share + Z ** 2 / (2 * total);
  const scale = 1 + Z ** 2 / total;
  return {
    value: share,
    low: Math.max(0, (centre - spread) / scale),
    high: Math.min(1, (centre + spread) / scale),
  };
}

/** Adds a judgement to the counts; what is inconclusive misses a fault and accuses nobody. */
export function count(counts: Counts, isFaulty: boolean, said: 'faulty' | 'sound' | 'inconclusive'): void {
  if (said === 'inconclusive') counts.inconclusive += 1;
  if (isFaulty) counts[said === 'faulty' ? 'truePositive' : 'falseNegative'] += 1;
  else counts[said === 'faulty' ? 'falsePositive' : 'trueNegative'] += 1;
}

export const nothing = (): Counts => ({
  truePositive: 0,
  falsePositive: 0,
  trueNegative: 0,
  falseNegative: 0,
  inconclusive: 0,
});

/** One line of the score. */
export function scoreLine(name: string, counts: Counts): string {
  const { truePositive, falsePositive, trueNegative, falseNegative, inconclusive } = counts;
  const total = truePositive + falsePositive + trueNegative + falseNegative;
  const recall = wilson(truePositive, truePositive + falseNegative);
  const precision = wilson(truePositive, truePositive + falsePositive);
  const cells = [
    name.padEnd(34),
    `recall ${show(recall)}`,
    `precision ${show(precision)}`,
    `inconclusive ${percent(inconclusive / Math.max(total, 1))}`,
    `${truePositive + falseNegative} faulty, ${trueNegative + falsePositive} sound`,
  ];
  return cells.join('   ');
}

const percent = (share: number): string => (Number.isNaN(share) ? 'none' : `${(share * 100).toFixed(1)} %`);
const show = ({ value, low, high }: Share): string =>
  `${percent(value).padStart(7)} [${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)}]`;
