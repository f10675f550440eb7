/**
 * The three kinds of error: the bank refuses (RejectionError), the test makes a mistake (UsageError), vostro has a defect (DefectError).
 * Test them with `isRejectionError(error)`, not with `instanceof`: the ESM and the CommonJS form of the package have different classes.
 */
import { attempt } from './kernel/attempt.ts'
import { bounded, visibleLines } from './kernel/visible.ts'
import { boundedProblems, type Problem, type Rejection, type RejectionCode, rejections } from './rejection.ts'

const brand = Symbol.for('vostro.error')

abstract class VostroError extends Error {
  abstract readonly [brand]: string

  constructor(message: string, options?: ErrorOptions) {
    super(visibleLines(bounded(message)), options)
  }

  /**
   * The section of the service's specification that the message ends with, such as `§2.9`: a heading of `docs/reference/specification.md`.
   * Undefined if the error is not about the service, but about a file, a flag or an option.
   */
  get section(): string | undefined {
    return sectionIn(this.message)
  }
}

/**
 * A refusal by the bank, thrown by the function API. Its fields are those of the answer that the HTTP API would give. Nothing has changed:
 * the world is the same value as before the call.
 *
 * @example
 * ```ts
 * try {
 *   bank.wires.get('00000000-0000-4000-8000-000000000000')
 * } catch (error) {
 *   if (isRejectionError(error)) error.code // 'payment_not_found'
 * }
 * ```
 */
export class RejectionError extends VostroError {
  override readonly name = 'RejectionError'
  readonly [brand] = 'RejectionError'
  /** The code of the refusal, such as `account_not_found`. */
  readonly code: RejectionCode
  /** The HTTP status of the same refusal by the HTTP API. */
  readonly status: number
  /** The problems that were found; each has the path of its field, or `''` for the whole input. */
  readonly details: readonly Problem[]

  constructor(rejection: Rejection) {
    super(rejection.message)
    this.code = rejection.code
    this.status = rejections[rejection.code].status
    this.details = rejection.details
  }
}

/** A mistake of the test: time that would run backwards, an unknown option, an input of the wrong shape. */
export class UsageError extends VostroError {
  override readonly name = 'UsageError'
  readonly [brand] = 'UsageError'
  /** The problems that were found; each has the path of its field, or `''` for the whole input. */
  readonly details: readonly Problem[]

  constructor(message: string, details: readonly Problem[] = []) {
    super(message)
    this.details = boundedProblems(details)
  }
}

/**
 * A defect of vostro. Please report it with `seed` and `journal`, from which we can replay what happened. If a defect happens during an
 * HTTP call, the answer has the status 500, and the next call of the function API throws the error.
 */
export class DefectError extends VostroError {
  override readonly name = 'DefectError'
  readonly [brand] = 'DefectError'
  /** The seed of the bank in which the defect happened. */
  readonly seed: number
  /** All operations before the defect; `replay(journal)` repeats them. */
  readonly journal: unknown

  constructor(message: string, seed: number, journal: unknown, cause: unknown) {
    super(message, { cause })
    this.seed = seed
    this.journal = journal
  }
}

/** True if `error` is a refusal by the bank, from any copy of the package. */
export const isRejectionError = (error: unknown): error is RejectionError => brandOf(error) === 'RejectionError'

/** True if `error` is a mistake of the test, from any copy of the package. */
export const isUsageError = (error: unknown): error is UsageError => brandOf(error) === 'UsageError'

/** True if `error` is a defect of vostro, from any copy of the package. */
export const isDefectError = (error: unknown): error is DefectError => brandOf(error) === 'DefectError'

/** Reading a property of a proxy may throw. */
const brandOf = (error: unknown): unknown => attempt(() => (error as Record<symbol, unknown> | null)?.[brand])

/** The section that a message ends with; undefined if it ends without one. */
export const sectionIn = (message: string): string | undefined => /\((§[^()]+)\)$/.exec(message.trimEnd())?.[1]

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

/** Works even for a value that throws when it is read. */
export function textOfThrown(thrown: unknown): string {
  try {
    return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown)
  } catch {
    // The value has no prototype, is a proxy, or has a toString that throws.
    return `a value of type ${typeof thrown} that cannot be shown`
  }
}
