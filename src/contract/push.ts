/** Pushes: what a test controls, and the steps by which the shell delivers them. (§6) */
import { forgetEvents } from '../core/webhooks/forget.ts'
import { beginByHand, beginNext, delayPush, dropPush, endPush, preferPush } from '../core/webhooks/push.ts'
import { connect, disconnect, receivePush, setPushMode } from '../core/webhooks/push-control.ts'
import { operation } from './operation.ts'

// biome-ignore format: read it as a table
export const pushOperations = {
  'webhooks.connect': operation(connect, 'connect a handler', '§6'),
  'webhooks.disconnect': operation(disconnect, 'disconnect a handler', '§6'),
  'pushes.receive': operation(receivePush, 'receive a push', '§6'),
  'pushes.setMode': operation(setPushMode, 'set when pushes go', '§6'),
  'pushes.begin': operation(beginNext, 'begin a push', '§6'),
  'pushes.beginByHand': operation(beginByHand, 'deliver the push of', '§6'),
  'pushes.end': operation(endPush, 'end a push', '§6'),
  'pushes.drop': operation(dropPush, 'drop the push of', '§6'),
  'pushes.delay': operation(delayPush, 'delay the push of', '§6'),
  'pushes.prefer': operation(preferPush, 'prefer the push of', '§6'),
  'events.forget': operation(forgetEvents, 'forget events', '§6'),
} as const
