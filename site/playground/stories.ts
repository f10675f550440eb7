/** The six stories. They are test files, which also run in Node. */
import explore from '../stories/explore.test.ts?raw'
import frozenAccount from '../stories/frozen-account.test.ts?raw'
import holiday from '../stories/holiday.test.ts?raw'
import lostAnswer from '../stories/lost-answer.test.ts?raw'
import pushTwice from '../stories/push-twice.test.ts?raw'
import wireAndBatch from '../stories/wire-and-batch.test.ts?raw'

export interface Story {
  /** The name in the address: `#story=lost-answer`. */
  readonly name: string
  /** The first line of the code, up to its colon. */
  readonly title: string
  readonly code: string
}

const codes = {
  'wire-and-batch': wireAndBatch,
  holiday,
  'push-twice': pushTwice,
  'lost-answer': lostAnswer,
  'frozen-account': frozenAccount,
  explore,
}

export const stories: readonly Story[] = Object.entries(codes).map(([name, code]) => ({
  name,
  title: /^\/\/ ([^:\n]+)/.exec(code)?.[1] ?? name,
  code,
}))

/** The story that the playground shows first. */
export const firstStory = stories[0] as Story
