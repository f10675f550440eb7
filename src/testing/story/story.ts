/**
 * The story below the message of a failed test: the last facts of the bank, where its handlers threw, conduct against the specification,
 * and loose ends (things left open, such as a waiting push). This code never throws, because an error would hide the failure.
 */
import type { Bank } from '../../bank/bank.ts'
import { placeOf } from '../../bank/shell/state/stack.ts'
import { isUsageError, messageOf } from '../../core/errors.ts'
import { count } from '../../core/kernel/count.ts'
import { visible } from '../../core/kernel/visible.ts'
import { type LooseEnd, type LooseEnds, leftBehind } from '../matchers/loose-ends.ts'
import { lastFacts } from '../matchers/verdict.ts'
import { networkOf } from './network.ts'
import { realWaitsOf } from './real-waits.ts'

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
  const waysOf = () => listed('Between your code and the bank:', networkOf(bank, failure), WAYS)
  const paragraphs = [waysOf, timelineOf, waitsOf, thrownBy, conductOf, looseEndsOf].map((tell) => {
    try {
      return tell(bank, isNew, allowed, message)
    } catch (error) {
      // If the bank no longer keeps all records, the paragraph is left out. Any other error is a defect, and must show.
      if (isUsageError(error)) return ''
      return `The bank cannot tell its story: ${visible(messageOf(error))}`
    }
  })
  return paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')
}

type IsNew = (text: string) => boolean

function timelineOf(bank: Bank, isNew: IsNew): string {
  const facts = lastFacts(bank)
  // The message of a matcher of vostro already ends with these facts.
  return isNew(facts.split('\n')[0] as string) ? facts : ''
}

function waitsOf(bank: Bank, _isNew: IsNew, _allowed: LooseEnds, message: string): string {
  return listed("Waits that the bank's clock does not shorten:", realWaitsOf(bank, message), WAITS)
}

/** Where the handlers of this bank threw. The timeline has only their errors. */
function thrownBy(bank: Bank, isNew: IsNew): string {
  const lines = new Set<string>()
  for (let index = bank.pushes.length - 1; index >= 0 && lines.size < THROWN; index--) {
    const push = bank.pushes[index]
    const place = push && placeOf(push.thrown)
    if (place && isNew(place)) lines.add(`${push.failure}, thrown at ${place}`)
  }
  return listed('Thrown by handlers of pushes, the last first:', [...lines], THROWN)
}

function conductOf(bank: Bank, isNew: IsNew): string {
  const findings = bank.conduct().map(({ text }) => text)
  return listed('Against the specification (bank.conduct() has all):', findings.filter(isNew), FINDINGS)
}

/**
 * The loose ends of a failed test. Most of them are no mistakes, because the test broke off. But a handler at a mistyped address, or a
 * `settled()` that was not awaited, may well be why the test failed.
 */
function looseEndsOf(bank: Bank, isNew: IsNew, allowed: LooseEnds): string {
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

function listed(title: string, lines: readonly string[], most: number): string {
  if (lines.length === 0) return ''
  const more = lines.length - most
  const shown = [...lines.slice(0, most), ...(more > 0 ? [`and ${more} more`] : [])]
  return [title, ...shown.map((line) => `- ${visible(line)}`)].join('\n')
}
