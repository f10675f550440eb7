/** Waits for promises that may never settle. Counts turns of the event loop and sets no timer, because a fake timer would never fire. */

/** Microtasks to await before the first turn. A handler without I/O needs fewer, and a turn costs as much as a hundred of them. */
const MICROTASKS_FIRST = 500

/** Waits at most `maxTurns` for a promise. The caller can subtract `spent`, the turns taken, from the limit of a second wait. */
export async function endsWithin(
  promise: Promise<unknown>,
  maxTurns: number,
): Promise<{ isEnded: boolean; spent: number }> {
  const end = endOf(promise)
  for (let step = 0; step < MICROTASKS_FIRST && !end.hasCome; step++) await null
  // Without MessageChannel turns cannot be counted, so the promise is awaited, however long that takes.
  if (typeof MessageChannel === 'undefined') await promise.catch(() => undefined)
  if (end.hasCome) return { isEnded: true, spent: 0 }
  let spent = 0
  turns.begin()
  for (; spent < maxTurns && !end.hasCome; spent++) await turns.next()
  turns.end()
  return { isEnded: end.hasCome, spent }
}

/** The turns of all waits of the process. If a thousand handlers wait for each other, they share one message in each turn. */
class Turns {
  #waits = 0
  #channel: MessageChannel | undefined
  #turn: Promise<void> | undefined

  begin(): void {
    this.#waits++
  }

  next(): Promise<void> {
    this.#channel ??= new MessageChannel()
    this.#turn ??= messageTo(this.#channel.port1, this.#channel.port2).then(() => {
      this.#turn = undefined
    })
    return this.#turn
  }

  end(): void {
    if (--this.#waits > 0) return
    this.#channel?.port1.close()
    this.#channel = undefined
  }
}

const turns = new Turns()

/** Follows a promise: `hasCome` is true once the promise has settled. */
export function endOf(promise: Promise<unknown>): { readonly hasCome: boolean } {
  const end = { hasCome: false }
  const mark = () => {
    end.hasCome = true
  }
  promise.then(mark, mark)
  return end
}

function messageTo(port: MessagePort, sender: MessagePort): Promise<void> {
  return new Promise((resolve) => {
    port.onmessage = () => resolve()
    sender.postMessage(null)
  })
}

/** After this many turns without a change, the code that the clock woke counts as done for this instant. */
const QUIET = 50
const MOST_TURNS = 100_000

/** Resolves when `state` has returned the same value for `QUIET` turns; without MessageChannel, resolves at once. */
export async function quiet(state: () => unknown): Promise<void> {
  if (typeof MessageChannel === 'undefined') return
  const { port1, port2 } = new MessageChannel()
  // Each message goes there and back: a port gets all its waiting messages in one turn, so a message one way may take no turn.
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

/** Runs a function in the next turn of the event loop; without MessageChannel in the next microtask. */
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
