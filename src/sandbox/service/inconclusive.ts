/** Why a question has no verdict: its calls or its time were used up, or an answer showed nothing. */

/** Ends a question without a verdict, which is no defect: its assumptions are unknown, for this reason. */
export class Inconclusive extends Error {
  override readonly name: string = 'Inconclusive'
}

/** The service was in trouble: a call had no answer, or one that shows nothing. The question may be asked again. */
export class Trouble extends Inconclusive {
  override readonly name = 'Trouble'
}

/** Turns an early end of a question into undefined; throws a defect of ours on. */
export function ifConclusive(error: unknown): undefined {
  if (error instanceof Inconclusive) return undefined
  throw error
}

/** @throws {Inconclusive} where what a call needs was not given */
export function needed<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Inconclusive(`this needs ${name}, which was not given`)
  return value
}

const MOST_TRIES = 4

/** Asks again where a call had no answer. Only for questions whose records may be made twice. */
export async function askedAnew<Result>(ask: () => Promise<Result>, tries = MOST_TRIES): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (tries === 1 || !(error instanceof Trouble)) throw error
    return await askedAnew(ask, tries - 1)
  }
}

/** The reason why something ended early; undefined where it did not. A defect of ours is thrown on. */
export const whyNot = (running: Promise<unknown>): Promise<Inconclusive | undefined> =>
  running.then(
    () => undefined,
    (error: unknown) => ifConclusive(error) ?? (error as Inconclusive),
  )
