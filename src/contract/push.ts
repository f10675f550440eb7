/** Pushes under control of a test, and as the shell makes them. (§6) */
import { beginByHand, beginNext, delayPush, dropPush, endPush, preferPush } from '../core/webhooks/push.ts'
import { connect, disconnect, receivePush, setPushMode } from '../core/webhooks/push-control.ts'
import { operation } from './operation.ts'

/** What can be done here, in the order in which a reader looks for it. */
export const pushOperations = {
  'webhooks.connect': operation(connect, { verb: 'connect a handler', section: '§6' }),
  'webhooks.disconnect': operation(disconnect, { verb: 'disconnect a handler', section: '§6' }),
  'pushes.receive': operation(receivePush, { verb: 'receive a push', section: '§6' }),
  'pushes.setMode': operation(setPushMode, { verb: 'set when pushes go', section: '§6' }),
  'pushes.begin': operation(beginNext, { verb: 'begin a push', section: '§6' }),
  'pushes.beginByHand': operation(beginByHand, { verb: 'deliver the push of', section: '§6' }),
  'pushes.end': operation(endPush, { verb: 'end a push', section: '§6' }),
  'pushes.drop': operation(dropPush, { verb: 'drop the push of', section: '§6' }),
  'pushes.delay': operation(delayPush, { verb: 'delay the push of', section: '§6' }),
  'pushes.prefer': operation(preferPush, { verb: 'prefer the push of', section: '§6' }),
} as const
