/** Waiting for a promise that may never end, without a timer: a fake one would never fire. Turns of the event loop are counted instead. */

/** The event loop, whose turns can be awaited one after the other. */
export interface EventLoop {
  nextTurn(): Promise<void>
  close(): void
}

/** The event loop, until it is closed. */
export function watchEventLoop(): EventLoop {
  let channel: MessageChannel | undefined
  return {
    nextTurn: () =>
      new Promise((resolve) => {
        channel ??= new MessageChannel()
        channel.port1.onmessage = () => resolve()
        channel.port2.postMessage(null)
      }),
    close: () => channel?.port1.close(),
  }
}

/** What never leaves the process ends within these, which cost next to nothing; a turn of the loop is a hundred times as dear. */
const MICROTASKS = 500

/**
 * Whether a promise settles, for good or bad, within so many turns. Gives `spent`, the turns that it took: waiting for it again goes
 * on from there.
 */
export async function endsWithin(
  promise: Promise<unknown>,
  eventLoop: EventLoop,
  patience: number,
): Promise<{ isEnded: boolean; spent: number }> {
  let isEnded = false
  const mark = () => {
    isEnded = true
  }
  promise.then(mark, mark)
  for (let step = 0; step < MICROTASKS && !isEnded; step++) await null
  // Where there are no channels, nobody can be told that it hangs.
  if (typeof MessageChannel === 'undefined') {
    await promise.then(mark, mark)
    return { isEnded, spent: 0 }
  }
  let spent = 0
  for (; spent < patience && !isEnded; spent++) await eventLoop.nextTurn()
  return { isEnded, spent }
}
