/** vostro/time: the partner's own code on the bank's clock. Only the rooms `testing` and `explore` import this room. */

export { type Following, type FollowOptions, followClock } from './follow-clock.ts'
