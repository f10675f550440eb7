/** vostro/time: the partner's own code on the bank's clock. */
export { type Following, followClock } from './follow-clock.ts'
export type { FollowOptions } from './follow-options.ts'
