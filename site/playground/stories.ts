/** The six stories: tests on file, which run in Node as they run here. */
import explore from '../stories/explore.test.ts?raw'
import frozenAccount from '../stories/frozen-account.test.ts?raw'
import holiday from '../stories/holiday.test.ts?raw'
import lostAnswer from '../stories/lost-answer.test.ts?raw'
import pushTwice from '../stories/push-twice.test.ts?raw'
import wireAndBatch from '../stories/wire-and-batch.test.ts?raw'

export interface Story {
  /** In the address: `#story=lost-answer`. */
  readonly name: string
  /** The beginning of its first line, up to the colon or the comma. */
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

/** The story with which the playground opens. */
export const firstStory = stories[0] as Story
