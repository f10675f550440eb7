/** Clicked calls as lines of a test. (§3) */
import { expect, it } from 'vitest'
import { lineOf } from '../../../../src/bank/reports/trace/page/live/as-line.ts'

const id = { name: 'id', in: 'path' as const, description: '', schema: {} }

it.each([
  ['bank.clock.advanceToNextBatch()', {}, undefined, 'bank.clock.advanceToNextBatch()'],
  [
    'const b = createBank({rest}) // {name}',
    {},
    { name: 'pays', seed: 5 },
    "const b = createBank({ seed: 5 }) // 'pays'",
  ],
  ['const b = createBank({rest}) // {name}', {}, undefined, 'const b = createBank()'],
  ['bank.clock.advance({body})', {}, { hours: 1 }, 'bank.clock.advance({ hours: 1 })'],
  [
    'bank.desk.reject({id}, {reason})',
    { id: 'a' },
    { reason: "it's 'odd'" },
    "bank.desk.reject('a', 'it\\'s \\'odd\\'')",
  ],
  ['bank.desk.reject({id}, {reason})', { id: 'a' }, undefined, "bank.desk.reject('a')"],
  ['bank.faults.inject({fault}, {rest})', {}, { fault: 'drop', uses: 2 }, "bank.faults.inject('drop', { uses: 2 })"],
  ['bank.faults.inject({fault}, {rest})', {}, { fault: 'drop' }, "bank.faults.inject('drop')"],
  ['bank.loans.add({body}, {query})', { isSparse: true }, undefined, 'bank.loans.add(undefined, { isSparse: true })'],
  ['bank.accounts.open({body})', { partner: 'p' }, undefined, "bank.as('p').accounts.open()"],
  ['bank.policies.set({id}, {allowed})', { id: 'a' }, { allowed: null }, "bank.policies.set('a', null)"],
  ['bank.tokens.issue({body})', {}, { 'a-b': ['$id', '{id}'] }, "bank.tokens.issue({ 'a-b': ['$id', '{id}'] })"],
  [
    'bank.$<of>s.expect({body}, {nth,every}).toEnd({rest})',
    {},
    { of: 'wire', nth: 2 },
    "bank.wires.expect({ of: 'wire', nth: 2 }, { nth: 2 }).toEnd()",
  ],
  [
    'bank.desk.reject({id}, {reason})',
    { id: 'a' },
    { reason: 'x, undefined' },
    "bank.desk.reject('a', 'x, undefined')",
  ],
  [
    'bank.desk.reject({id}, {reason})',
    { id: 'a' },
    { reason: '$<id> {id} (b)' },
    "bank.desk.reject('a', '$<id> {id} (b)')",
  ],
  ['bank.desk.reject({id}, {reason})', { id: 'a' }, { reason: '$id {id}' }, "bank.desk.reject('a', '$id {id}')"],
])('fills in %s with %j and %j [§3]', (line, named, body, expected) => {
  expect(lineOf({ 'x-function': line, parameters: [id] }, { named, body }, undefined)).toBe(expected)
})

it('names a snapshot by its id, both when it is taken and when it is restored [§3]', () => {
  const kept = lineOf({ 'x-function': 'const snapshot$<id> = bank.snapshot()' }, { named: {} }, { id: '3' })
  const back = lineOf({ 'x-function': 'bank.restore(snapshot$<id>)' }, { named: {}, body: { id: '3' } }, {})

  expect([kept, back]).toEqual(['const snapshot3 = bank.snapshot()', 'bank.restore(snapshot3)'])
})
