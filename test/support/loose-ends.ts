/** The messages about what a test left behind, as they fail it. */
import type { Bank } from 'vostro'
import { type LooseEnds, leftBehind } from '../../src/testing/story/loose-ends.ts'

export function looseEndsOf(bank: Bank, given: LooseEnds): string[] {
  return leftBehind(bank, given).map(({ text }) => text)
}
