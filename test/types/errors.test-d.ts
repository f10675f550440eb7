/** The three kinds of error, as a partner's compiler sees them. Nothing here runs: `npx tsc` fails where one is another. */
import { expectTypeOf, it } from 'vitest'
import {
  type DefectError,
  isDefectError,
  isRejection,
  isRejectionError,
  isUsageError,
  type Problem,
  type Rejection,
  type RejectionCode,
  type RejectionError,
  type rejections,
  type UsageError,
} from 'vostro'

declare const error: unknown

it('narrows what was thrown to the kind that it is [§7]', () => {
  if (isRejectionError(error)) expectTypeOf(error).toEqualTypeOf<RejectionError>()
  if (isUsageError(error)) expectTypeOf(error).toEqualTypeOf<UsageError>()
  if (isDefectError(error)) expectTypeOf(error).toEqualTypeOf<DefectError>()

  // @ts-expect-error nothing is known of what was thrown before it was asked
  void error.code
})

it('names the reason of a "no" in a union, with its status and each problem [§7]', () => {
  if (!isRejectionError(error)) return

  expectTypeOf(error.code).toEqualTypeOf<RejectionCode>()
  expectTypeOf(error.code).toEqualTypeOf<keyof typeof rejections>()
  expectTypeOf(error.status).toEqualTypeOf<number>()
  expectTypeOf(error.details).toEqualTypeOf<readonly Problem[]>()
  // @ts-expect-error no such code
  void (error.code === 'payment_not_fuond')
})

it('gives no code to a mistake of the test [§7]', () => {
  if (!isUsageError(error)) return

  expectTypeOf(error.details).toEqualTypeOf<readonly Problem[]>()
  // @ts-expect-error the bank has not said no
  void error.code
})

it('tells a refusal from a result of the pure core [§7]', () => {
  const result = {} as Rejection | { readonly world: string }

  if (isRejection(result)) expectTypeOf(result).toEqualTypeOf<Rejection>()
  else expectTypeOf(result).toEqualTypeOf<{ readonly world: string }>()
})
