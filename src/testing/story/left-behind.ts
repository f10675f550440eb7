/**
 * What a failed test had left behind. It broke off, so most of that is no fault; but a handler at a mistyped address, or a
 * `settled()` that was not awaited, may well be why it failed.
 */
import type { Bank } from '../../bank/bank.ts'
import { count } from '../../core/kernel/count.ts'
import type { LooseEnd } from '../matchers/loose-end.ts'
import { type LooseEnds, leftBehind } from '../matchers/loose-ends.ts'

/** A message shows so many: a longer list is not read. */
const ENDS = 3

/**
 * The paragraph; empty where there is nothing to tell.
 *
 * @param message - of the failure: what it tells already is not told again
 * @param allowed - what the test may leave behind
 */
export function leftBehindText(bank: Bank, message: string, allowed: LooseEnds): string {
  const ends = leftBehind(bank, allowed).filter(({ text }) => !message.includes(text))
  const pushes = ends.filter((end) => end.of === 'push')
  const others = ends.filter((end) => end.of !== 'push').map(({ short }) => short)
  const lines = [...others, ...(pushes.length === 0 ? [] : [lineOf(pushes)])]
  if (lines.length === 0) return ''
  const more = lines.length - ENDS
  return [
    'Left behind when it failed:',
    ...lines.slice(0, ENDS).map((line) => `- ${line}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ].join('\n')
}

/** All pushes in one line: what each is about stands in the timeline. */
function lineOf(pushes: readonly LooseEnd[]): string {
  if (pushes.length === 1) return pushes[0]?.short ?? ''
  // A registration that must be restarted goes first: until then nothing else delivers its pushes.
  const advice = (pushes.find(({ advice }) => advice.includes('restart')) ?? pushes[0])?.advice
  return `${count(pushes.length, 'push', 'pushes')} to connected handlers wait. ${advice}.`
}
