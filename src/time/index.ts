/** vostro/time: the partner's own code on the bank's clock. */

export type { FollowOptions } from './follow-clock.ts'
export { type Following, followClock } from './follow-clock.ts'
