/** vostro/time: the partner's own code on the bank's clock. Of the folders of src/, only `testing` and `explore` import this folder. */

export { type Following, type FollowOptions, followClock, standStill } from './follow-clock.ts'
