export { virtualClock } from './core/clock.ts';
export type { VirtualClock } from './core/clock.ts';
