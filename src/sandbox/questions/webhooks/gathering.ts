/** Whether events are gathered, and whether they come at all: what follows from what was awaited. (§6) */
import { SECOND } from '../../../core/kernel/time/instant.ts'
import { differs, is, unknown, type VerdictOn } from '../question.ts'
import { type Awaited, delayOf } from './watch.ts'

export const namedIn = (awaited: readonly Awaited[], ...names: readonly string[]): Awaited[] =>
  awaited.filter(({ eventName }) => names.includes(eventName))

/** Whether what was made in one breath came in one event, and how much later; undefined where that does not show. */
export function gathering(together: readonly Awaited[]): VerdictOn<'webhooks.aggregationSeconds'> {
  const events = new Set(together.map(({ event }) => event?.['id']))
  const delays = together.map(delayOf).filter((delay) => delay !== undefined)
  const [first = 0] = delays
  if (together.length === 0 || events.has(undefined) || delays.length < together.length) return undefined
  if (delays.some((delay) => delay < -SECOND)) return unknown('events came before what they are about')
  const seconds = Math.round(first / SECOND)
  if (events.size === 1 && together.length > 1) {
    const seen = `one event named ${together.length} resources`
    return seconds > 0 ? is(seconds, `${seen}, ${seconds} s after the first`) : differs(`${seen}, and came at once`)
  }
  const seen = `events came ${seconds} s after what they are about, each by itself`
  if (delays.every((delay) => Math.abs(delay) < SECOND)) return is(null, seen)
  return together.length > 1 ? unknown(`${seen}: they may be gathered, or late`) : undefined
}

type Group = 'events.restrictions' | 'events.subledgers' | 'events.transactions'

/** Of names whose events either all come to their registrations, or never; undefined where none came. */
export function coming(awaited: readonly Awaited[]): VerdictOn<Group> {
  const [came, missing] = [awaited.filter(({ event }) => event), awaited.filter(({ event }) => !event)]
  if (came.length === 0) return undefined
  if (missing.length === 0) return is('registered', `${wordsOf(came)} came to a registration`)
  return unknown(`${wordsOf(came)} came, and of ${wordsOf(missing)} not each`)
}

/** What did not come in all this time never does, if other events do. */
export function silence(awaited: readonly Awaited[], isAlive: boolean): VerdictOn<Group> {
  const seen = `nothing came of ${wordsOf(awaited)}`
  return isAlive ? is('never', `${seen}, and other events did`) : unknown(`${seen}, nor of a ping`)
}

const wordsOf = (awaited: readonly Awaited[]) => [...new Set(awaited.map(({ eventName }) => eventName))].join(', ')
