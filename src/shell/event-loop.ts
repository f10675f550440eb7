/** Waiting for a promise that may never end, without a timer: a fake one would never fire. Turns of the event loop are counted instead. */

/** A handler that waits for nothing outside settles within so many. They come first: a turn of the event loop costs a hundred times as much. */
const MICROTASKS_FIRST = 500

/**
 * Whether a promise settles, for good or bad, within so many turns. Gives `spent`, the turns that it took: waiting for it again goes
 * on from there.
 */
export async function endsWithin(
  promise: Promise<unknown>,
  patience: number,
): Promise<{ isEnded: boolean; spent: number }> {
  let isEnded = false
  const mark = () => {
    isEnded = true
  }
  const marked = promise.then(mark, mark)
  for (let step = 0; step < MICROTASKS_FIRST && !isEnded; step++) await null
  // Without MessageChannel a hanging promise cannot be told from a slow one: it is waited for.
  if (typeof MessageChannel === 'undefined') await marked
  if (isEnded) return { isEnded, spent: 0 }
  const { port1, port2 } = new MessageChannel()
  let spent = 0
  for (; spent < patience && !isEnded; spent++) {
    await new Promise<void>((resolve) => {
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  }
  port1.close()
  return { isEnded, spent }
}
