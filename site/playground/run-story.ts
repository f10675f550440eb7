/** Runs a story in a worker, and stops it after a time limit. */
import type { Told } from './told.ts'

/** The time limit of a story. Each of the six stories takes less than a second; an exploration of a whole application takes some. */
const MOST_SECONDS = 60

/**
 * Runs a story.
 *
 * @param tell - called with the result of each test, and at the end of the story
 * @returns a function that stops the run
 */
export function runStory(code: string, tell: (told: Told) => void): () => void {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
  const fail = (failure: string) => {
    tell({ kind: 'test', test: { name: 'The story', printed: '', failure, scenes: [] } })
    tell({ kind: 'ended' })
    end()
  }
  const limit = setTimeout(
    () => fail(`The story did not end within ${MOST_SECONDS} seconds. Look for a loop that has no end.`),
    MOST_SECONDS * 1_000,
  )
  const end = () => {
    clearTimeout(limit)
    worker.terminate()
  }
  worker.onmessage = ({ data }: MessageEvent<Told>) => {
    tell(data)
    if (data.kind === 'ended') end()
  }
  worker.onerror = ({ message }) => fail(`The story broke off: ${message}`)
  worker.postMessage(code)
  return end
}
