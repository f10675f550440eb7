/** One loose end, in two sentences: the whole one fails a test; the short one is a hint below the failure of a test. */

/** What a test left behind. */
export interface LooseEnd {
  readonly of: 'request' | 'push' | 'handler' | 'registration' | 'fault'
  /** What failed, all that may be done about it, and the section. */
  readonly text: string
  /** The fact, and what to do first. */
  readonly short: string
  /** What to do first. */
  readonly advice: string
}

interface Parts {
  readonly fact: string
  readonly advice: string
  /** What may be done instead. */
  readonly otherwise: string
  readonly section: string
}

export function looseEnd(of: LooseEnd['of'], { fact, advice, otherwise, section }: Parts): LooseEnd {
  return {
    of,
    text: `Failed to end the test tidily: ${fact}. ${advice}, or ${otherwise}. (${section})`,
    short: `${fact}. ${advice}.`,
    advice,
  }
}
