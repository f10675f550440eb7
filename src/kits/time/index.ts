/** vostro/time: the partner's own code on the bank's clock. */
export { type Following, type FollowOptions, followClock } from './follow-clock.ts'
