/** Each row of the page of what can be validated has a proof that there is. */
import { expect, it } from 'vitest'
import { unproven } from '../docs/doc-validation.ts'
import type { Proof } from '../docs/validation-row.ts'
import { type Validity, validationRows } from '../docs/validation-rows.ts'

const rows = Object.entries(validationRows).flatMap(([validity, all]) =>
  all.map((row) => [validity as Validity, row.question, row] as const),
)

it.each(rows)('proves that the answer is "%s": %s [§1]', (validity, _, row) => {
  expect(unproven(row, validity)).toEqual([])
})

it.each<[Validity, Proof[], RegExp]>([
  ['yes', [], /it has no proof\. Name a test/],
  ['yes', [{ test: 'test/none.test.ts', title: 'is there' }], /there is no file test\/none\.test\.ts/],
  ['yes', [{ test: 'test/rules/layers.test.ts', title: 'is nowhere' }], /has no test "is nowhere"/],
  ['yes', [{ figure: 'speed', row: 'nothing' }], /speed\.md has no row "nothing"/],
  ['no', [{ assumption: 'wires.nothing' as 'wires.rejected' }], /no assumption "wires\.nothing"/],
  ['calibrate', [{ assumption: 'wires.reversing' }], /no proof is an assumption that calibrate asks about/],
])('refuses a row "%s" with the proofs %j [§1]', (validity, proofs, problem) => {
  expect(unproven({ question: 'Is it?', answer: 'It is.', proofs }, validity).join('\n')).toMatch(problem)
})
