/** Anything: values that no schema foresaw, alone or in the place of one field of a request that is well formed otherwise. */
import * as fc from 'fast-check'

const cycle: Record<string, unknown> = { name: 'a cycle' }
cycle['itself'] = cycle

/** Whatever JavaScript has. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<unknown>(
      undefined,
      null,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      -0,
      1e300,
      2_000_000_006,
      10n,
      Symbol('a symbol'),
      () => 'a function',
      Object.create(null),
      cycle,
      new Date(Number.NaN),
      Uint8Array.from([0]),
      { method: () => 'a function' },
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom('', '__proto__', 'toString', '2000000006', '\ud800', '\u0000', '1e400') },
)

/** Whatever JSON has, the names that trip objects included. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 3, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.constantFrom(-0, 1e300, '', '\u0000', '\u00001.000000', '2000000006', '/Date(0-0000)/') },
  {
    weight: 1,
    arbitrary: fc.jsonValue().map((value) => JSON.parse(`{"__proto__":${JSON.stringify(value)},"constructor":1}`)),
  },
)

/** `request` with one field more, or one of its fields, and perhaps a field of that, replaced by some other value. */
export function nearly(request: object, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...Object.keys(request)) },
    { weight: 2, arbitrary: fc.constantFrom('unknown', '__proto__', 'toString') },
  )
  return fc
    .tuple(name, values, fc.option(fc.string({ maxLength: 5 }), { freq: 3, nil: undefined }))
    .map(([at, value, inner]) => {
      const before: unknown = (request as Record<string, unknown>)[at]
      const isNested = inner !== undefined && typeof before === 'object' && before !== null
      const next = isNested ? { ...before, [inner]: value } : value
      return Object.fromEntries([...Object.entries(request).filter(([field]) => field !== at), [at, next]])
    })
}
