/** The errors that end a question about the service without a verdict. */
/** Ends a question without a verdict, for the reason in the message. This is not a defect. */
export class Inconclusive extends Error {}

/** The service was in trouble: a call got no answer, or an answer that shows nothing. The question may be asked again. */
export class Trouble extends Inconclusive {}

/** Returns undefined for an `Inconclusive`, which ends a question early. Throws any other error again, as that is a defect of ours. */
export function ifConclusive(error: unknown): undefined {
  if (error instanceof Inconclusive) return undefined
  throw error
}

/** Returns an option that a call needs. @throws {Inconclusive} if it was not given */
export function needed<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Inconclusive(`this needs ${name}, which was not given`)
  return value
}

/** Asks a question, and again if the service is in trouble. Only for questions that do no harm if they make their records twice. */
export async function retry<Result>(ask: () => Promise<Result>, tries = 4): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (tries === 1 || !(error instanceof Trouble)) throw error
    return await retry(ask, tries - 1)
  }
}

/** The `Inconclusive` with which a promise rejects; undefined if the promise resolves. Any other error is thrown again. */
export const reasonOf = (running: Promise<unknown>): Promise<Inconclusive | undefined> =>
  running.then(
    () => undefined,
    (error: unknown) => ifConclusive(error) ?? (error as Inconclusive),
  )
