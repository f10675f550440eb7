/** Waiting for a promise that may never end, without a timer: a fake one would never fire. Turns of the event loop are counted instead. */

/** How many microtasks come first: a handler that waits for nothing outside needs fewer, and a turn costs a hundred times as much. */
const MICROTASKS_FIRST = 500

/** Whether a promise settles within `maxTurns`. Gives `spent`, the turns that it took: a second wait for it goes on from there. */
export async function endsWithin(
  promise: Promise<unknown>,
  maxTurns: number,
): Promise<{ isEnded: boolean; spent: number }> {
  const hasEnded = endOf(promise)
  for (let step = 0; step < MICROTASKS_FIRST && !hasEnded(); step++) await null
  // Without MessageChannel a hanging promise cannot be told from a slow one: it is waited for.
  if (typeof MessageChannel === 'undefined') await promise.catch(() => undefined)
  if (hasEnded()) return { isEnded: true, spent: 0 }
  const { port1, port2 } = new MessageChannel()
  let spent = 0
  for (; spent < maxTurns && !hasEnded(); spent++) {
    await messageTo(port1, port2)
  }
  port1.close()
  return { isEnded: hasEnded(), spent }
}

export function endOf(promise: Promise<unknown>): () => boolean {
  let isEnded = false
  const mark = () => {
    isEnded = true
  }
  promise.then(mark, mark)
  return () => isEnded
}

function messageTo(port: MessagePort, sender: MessagePort): Promise<void> {
  return new Promise((resolve) => {
    port.onmessage = () => resolve()
    sender.postMessage(null)
  })
}

/** After so many turns without a change, a sleeper that woke has done all that it does at this instant. */
const QUIET = 50
const MOST_TURNS = 100_000

/** Resolves when `state` has given the same value for some turns. Where there is no MessageChannel, at once. */
export async function quiet(state: () => unknown): Promise<void> {
  if (typeof MessageChannel === 'undefined') return
  const { port1, port2 } = new MessageChannel()
  // There and back: a port gets all messages that wait for it in one turn, so a message to itself alone would not last a turn.
  port2.onmessage = () => port2.postMessage(null)
  let before = state()
  for (let turns = 0, same = 0; same < QUIET && turns < MOST_TURNS; turns++) {
    await messageTo(port1, port1)
    const after = state()
    same = after === before ? same + 1 : 0
    before = after
  }
  port1.close()
}

/** Runs something in the next turn of the event loop; where there is no MessageChannel, when what runs now has ended. */
export function nextTurn(run: () => void): void {
  if (typeof MessageChannel === 'undefined') {
    Promise.resolve().then(run)
    return
  }
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    run()
  }
  port2.postMessage(null)
}
