/**
 * The story below the message of a failed test: the last facts of the bank, where its handlers threw, conduct against the specification,
 * and loose ends (things left open, such as a waiting push). This code never throws, because an error would hide the failure.
 */
import type { Bank } from '../../bank/bank.ts'
import { placeIn, placeOf } from '../../bank/shell/host/stack.ts'
import { isUsageError, messageOf } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import { timeOf } from '../../core/kernel/time/instant.ts'
import { visible } from '../../core/kernel/visible.ts'
import { realTimers, timersByHand } from '../../time/follow-clock.ts'
import { hasRepeats } from '../msw/listen.ts'
import { HAS_ALL, lastFacts } from './last-facts.ts'
import { type LooseEnd, type LooseEnds, leftBehind } from './loose-ends.ts'

/** How many findings a message shows: the first ones are enough to tell what to change. */
const FINDINGS = 5
/** How many errors of handlers (the last ones) and how many loose ends a message shows: a longer list is not read. */
const THROWN = 3
const ENDS = 3
const WAITS = 3
const WAYS = 2

/**
 * @param message - the message of the failure, which the story does not repeat
 * @param failure - the failure, if it is known: its causes may tell where a call went
 */
export function storyOf(bank: Bank, message: string, allowed: LooseEnds = {}, failure?: unknown): string {
  const isNew = (text: string) => !message.includes(text)
  const tellWays = () => listed('Between your code and the bank:', networkOf(bank, failure), WAYS)
  const tellWaits = () => listed("Waits that the bank's clock does not shorten:", realWaitsOf(bank, message), WAITS)
  const paragraphs = [tellWays, tellFacts, tellWaits, tellThrown, tellFindings, tellLooseEnds].map((tell) => {
    try {
      return tell(bank, isNew, allowed)
    } catch (error) {
      // If the bank no longer keeps all records, the paragraph is left out. Any other error is a defect, and must show.
      if (isUsageError(error)) return ''
      return `The bank cannot tell its story: ${visible(messageOf(error))}`
    }
  })
  const text = paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
  // The error of a handler may be the failure itself: then each paragraph would have the whole message again.
  const [own] = messagesAlong(failure, 0)
  return own !== undefined && own.length > LONG ? text.replaceAll(own, `${own.split(': ', 1)} (as above)`) : text
}

/** A message of more letters is not repeated in the lines below it. */
const LONG = 80

type IsNew = (text: string) => boolean

function tellFacts(bank: Bank, isNew: IsNew): string {
  const facts = lastFacts(bank)
  // The message of a matcher of vostro already ends with these facts.
  return isNew(HAS_ALL) && isNew(facts.split('\n')[0] as string) ? facts : ''
}

/** Where the handlers of this bank threw. The timeline has only their errors. */
function tellThrown(bank: Bank, isNew: IsNew): string {
  const lines = new Set<string>()
  for (let index = bank.pushes.length - 1; index >= 0 && lines.size < THROWN; index--) {
    const push = bank.pushes[index]
    const place = push && placeOf(push.thrown)
    if (place && isNew(place)) lines.add(`${push.failure}, thrown at ${place}`)
  }
  return listed('Thrown by handlers of pushes, the last first:', [...lines], THROWN)
}

function tellFindings(bank: Bank, isNew: IsNew): string {
  const findings = bank.conduct().map(({ text }) => text)
  return listed('Against the specification (bank.conduct() has all):', findings.filter(isNew), FINDINGS)
}

/**
 * The loose ends of a failed test. Most of them are no mistakes, because the test broke off. But a handler at a mistyped address, or a
 * `settled()` that was not awaited, may well be why the test failed.
 */
function tellLooseEnds(bank: Bank, isNew: IsNew, allowed: LooseEnds): string {
  const ends = leftBehind(bank, allowed).filter(({ text }) => isNew(text))
  const pushes = ends.filter((end) => end.of === 'push')
  const others = ends.filter((end) => end.of !== 'push').map(({ short }) => short)
  const lines = [...others, ...(pushes.length === 0 ? [] : [lineOf(pushes)])]
  return listed('Left behind when the test failed:', lines, ENDS)
}

/** One line for all waiting pushes, because the timeline shows what each is about. */
function lineOf(pushes: readonly LooseEnd[]): string {
  if (pushes.length === 1) return pushes[0]?.short ?? ''
  // If one push needs a restart of its registration, that advice is given: without it the push is never delivered.
  const advice = (pushes.find(({ advice }) => advice.includes('restart')) ?? pushes[0])?.advice
  return `${count(pushes.length, 'push', 'pushes')} to connected handlers wait. ${advice}.`
}

/**
 * What went wrong between the code under test and the bank: a call that went to the network, or two servers of MSW.
 *
 * @param failure - the failure of the test; its causes tell whether a call was sent to an address of the bank on the real network
 */
function networkOf(bank: Bank, failure: unknown): string[] {
  const { baseUrl, authUrl, loanBaseUrl } = bank.urls
  const hosts = [baseUrl, authUrl, loanBaseUrl].map((url) => new URL(url).hostname)
  const missed = messagesAlong(failure).find((message) =>
    hosts.includes(/getaddrinfo \w+ (\S+)/.exec(message)?.[1] ?? ''),
  )
  const lines: string[] = []
  if (missed !== undefined) {
    lines.push(
      `a call went to the network: ${missed}. Its client keeps a fetch from before MSW listened, or opens sockets of its own. Pass it (...given) => globalThis.fetch(...given), or import vostro/vitest before the client, as in a setup file`,
    )
  }
  if (hasRepeats(bank)) {
    lines.push(
      "two MSW servers are open, so MSW handed each call over twice, and asked the handlers of one server only. The bank answered once. Keep one: add bankHandlers(currentBank) to your server, and set bankServer: 'own'",
    )
  }
  return lines
}

/** The messages of an error and of its causes. A runner may have turned them into plain data. */
function messagesAlong(error: unknown, deepest = 8): string[] {
  const { message, cause } = (error ?? {}) as { message?: unknown; cause?: unknown }
  const own = typeof message === 'string' ? [message] : []
  return cause === undefined || deepest === 0 ? own : [...own, ...messagesAlong(cause, deepest - 1)]
}

/** What the runners say of a test that took too long. */
const TIMED_OUT = /timed out|Exceeded timeout|took too long/

const REAL_TIME =
  "the time of this test is real, and so are the timers of its code. Set bankTime: 'bank' (jest and node:test: time: 'bank'), and they follow the bank's clock"

/** One line for each wait of real time that has not ended; if a test has timed out and there is none, what else may keep it waiting. */
function realWaitsOf(bank: Bank, message: string): string[] {
  const timers = realTimers.get(bank)
  if (!timers) return TIMED_OUT.test(message) ? [REAL_TIME] : []
  const lines = new Set<string>()
  for (const [timer, stack] of timers) {
    // A timer that keeps no process alive is the runner's or Node's own.
    if (!timer._destroyed && timer.hasRef()) lines.add(waitLineOf(timer._idleTimeout ?? 0, stack))
  }
  if (lines.size > 0 || !TIMED_OUT.test(message)) return [...lines]
  const due = timersByHand.get(bank)?.()
  if (due !== undefined) {
    const [from, to] = [bank.clock.now, timeOf(bank.world, due)]
    return [
      `a timer of the test's code is due at ${to}, and it is ${from}: the clock goes there only if the test moves it. Call await bank.clock.advanceToAsync('${to}'), or follow the clock with another advance or longest`,
    ]
  }
  return [
    "no timer of the test's code is known to wait in real time. The time of a database (its now()) and of other processes is real: give it the time of your code as a parameter",
  ]
}

function waitLineOf(delay: number, stack: string): string {
  // The frames above that of Node's timer are of this package.
  const called = stack
    .slice(Math.max(0, stack.indexOf('new Timeout')))
    .split('\n')
    .slice(1)
  const place = placeOf({ stack: called.join('\n') }) ?? placeIn(called.find((line) => !line.includes('node:')) ?? '')
  return `${count(delay, 'millisecond')}${place ? `, set at ${place}` : ''}. Its function was kept from before the clock was followed: read it from globalThis at each call`
}

function listed(title: string, lines: readonly string[], most: number): string {
  if (lines.length === 0) return ''
  const more = lines.length - most
  const shown = [...lines.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])]
  return [title, ...shown.map((line) => `- ${visible(line)}`)].join('\n')
}
