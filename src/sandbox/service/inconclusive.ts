/** Why a question has no verdict: its calls or its time were used up, or an answer showed nothing. */

/** Ends a question, which is no defect. The assumptions that it has not judged by then are unknown for this reason. */
export class Inconclusive extends Error {
  override readonly name: string = 'Inconclusive'
}

/** The service was in trouble: a call had no answer, or one that shows nothing. Asked anew, it may be answered. */
export class Trouble extends Inconclusive {
  override readonly name = 'Trouble'
}

/** For a promise whose question may end early: undefined then. A defect of ours is thrown on. */
export function ifConclusive(error: unknown): undefined {
  if (error instanceof Inconclusive) return undefined
  throw error
}

/** The reason why something ended early; undefined where it did not. A defect of ours is thrown on. */
export async function whyNot(running: Promise<unknown>): Promise<Inconclusive | undefined> {
  try {
    await running
    return undefined
  } catch (error) {
    if (error instanceof Inconclusive) return error
    throw error
  }
}
