/**
 * The three kinds of error. The bank says no (RejectionError), the test is wrong (UsageError), vostro is wrong (DefectError).
 * The package has an ESM and a CommonJS form, and each has its own classes: ask `isRejectionError(error)`, not `instanceof`.
 */
import type { Problem, Rejection, RejectionCode } from './rejection.ts'
import { rejections } from './rejection.ts'

const brand = Symbol.for('vostro.error')

abstract class VostroError extends Error {
  abstract readonly [brand]: string
}

/**
 * The bank says no: the answer that its API would give, thrown by the function API.
 * Nothing has changed: the world is the same value as before the call.
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
  /** The code of the refusal, as a state of affairs: `account_not_found`. */
  readonly code: RejectionCode
  /** The HTTP status with which the API refuses the same. */
  readonly status: number
  /** Each problem found, with the path of the field where there is one. */
  readonly details: readonly Problem[]

  constructor(rejection: Rejection) {
    super(rejection.message)
    this.code = rejection.code
    this.status = rejections[rejection.code].status
    this.details = rejection.details
  }
}

/** The test asks for something that makes no sense: time running backwards, an unknown option, an input of the wrong shape. */
export class UsageError extends VostroError {
  override readonly name = 'UsageError'
  readonly [brand] = 'UsageError'
  /** Each problem found, with the path of the field where there is one. */
  readonly details: readonly Problem[]

  constructor(message: string, details: readonly Problem[] = []) {
    super(message)
    this.details = details
  }
}

/**
 * vostro itself is wrong. Please report it with `seed` and `journal`, which replay what happened.
 * A defect inside an HTTP call is answered with a 500 and thrown again by the next call of the function API.
 */
export class DefectError extends VostroError {
  override readonly name = 'DefectError'
  readonly [brand] = 'DefectError'
  /** The seed of the bank in which it happened. */
  readonly seed: number
  /** All operations until then: `replay(journal)` repeats them. */
  readonly journal: unknown

  constructor(message: string, seed: number, journal: unknown, cause: unknown) {
    super(message, { cause })
    this.seed = seed
    this.journal = journal
  }
}

/** Whether `error` is the bank's "no", of any copy of the package. */
export const isRejectionError = (error: unknown): error is RejectionError => brandOf(error) === 'RejectionError'

/** Whether `error` is a mistake of the test, of any copy of the package. */
export const isUsageError = (error: unknown): error is UsageError => brandOf(error) === 'UsageError'

/** Whether `error` is a defect of vostro, of any copy of the package. */
export const isDefectError = (error: unknown): error is DefectError => brandOf(error) === 'DefectError'

function brandOf(error: unknown): unknown {
  try {
    return typeof error === 'object' && error !== null ? (error as Record<symbol, unknown>)[brand] : undefined
  } catch {
    // Any access to a proxy may throw.
    return undefined
  }
}

/** The message of what was thrown, which need not be an error. */
export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
