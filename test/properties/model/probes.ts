/**
 * Probes: a few moves that belong together, where moves drawn one by one would seldom meet. A restriction or a policy is made
 * to fit a transaction exactly, and then that transaction is tried, or one that differs from it in a single respect.
 */
import * as fc from 'fast-check'
import type { Rail, TransactionType } from 'vostro'
import type { Step } from './step.ts'

interface Tried {
  account: number
  other: number | undefined
  rail: Rail
  transactionType: TransactionType
  transactionCode: string
  amount: number
}

const other = fc.constantFrom(undefined, undefined, 2)
const rail = fc.constantFrom<Rail[]>('Ach', 'Card', 'Rtp', 'Internal')
const transactionType = fc.constantFrom<TransactionType[]>('Credit', 'Credit', 'Debit')
const transactionCode = fc.constantFrom('Incoming ACH', 'Fee', 'Adjustment')
const amount = fc.constantFrom(500, 499, 501)
const account = fc.constantFrom(0, 1)
const fields: { [Name in keyof Tried]: fc.Arbitrary<Tried[Name]> } = {
  account,
  other,
  rail,
  transactionType,
  transactionCode,
  amount,
}
const tried: fc.Arbitrary<Tried> = fc.record({ ...fields, amount: fc.constant(500) })
const difference: fc.Arbitrary<Partial<Tried>> = fc
  .constantFrom(...(Object.keys(fields) as (keyof Tried)[]))
  .chain((name) => fc.record({ [name]: fields[name] as fc.Arbitrary<unknown> }) as fc.Arbitrary<Partial<Tried>>)
const postOf = (transaction: Tried): Step => ({ does: 'post', as: 0, ...transaction })

const criteriaNames = [
  'appliesTo',
  'subAccount',
  'rail',
  'transactionType',
  'otherAccountType',
  'amountThreshold',
  'transactionCode',
]

/** A restriction that fits a transaction by some of its criteria; then the transaction, or one that differs; then it goes. */
const restrictionProbe: fc.Arbitrary<Step[]> = fc
  .tuple(tried, fc.subarray([...criteriaNames], { maxLength: 4 }), fc.option(difference, { freq: 3 }), fc.boolean())
  .map(([transaction, names, differing, isLifted]) => {
    const { rail, transactionType, transactionCode, amount, account, other } = transaction
    const has = (name: string) => names.includes(name)
    const criteria = {
      appliesTo: has('appliesTo')
        ? account === 0
          ? ('Account' as const)
          : ('SubAccounts' as const)
        : ('All' as const),
      ...(has('subAccount') ? { subAccount: account } : {}),
      ...(has('rail') && rail !== 'Internal' ? { rail } : {}),
      ...(has('transactionType') ? { transactionType } : {}),
      ...(has('otherAccountType') ? { otherAccountType: other === undefined ? 'GeneralLedger' : 'Deposit' } : {}),
      ...(has('amountThreshold') ? { amountThreshold: amount } : {}),
      ...(has('transactionCode') ? { transactionCode } : {}),
    }
    return [
      { does: 'restrict', as: 'desk', master: 0, criteria },
      postOf({ ...transaction, ...differing }),
      ...(isLifted ? [{ does: 'liftRestriction', as: 'desk', restriction: 0 } as const, postOf(transaction)] : []),
    ]
  })

/** A policy that allows a transaction, and another one; then the transaction, or one that differs. */
const policyProbe: fc.Arbitrary<Step[]> = fc
  .tuple(
    tried,
    fc.subarray(['rail', 'transactionType', 'transactionCode'], { minLength: 1 }),
    fc.option(difference, { freq: 3 }),
    fc.boolean(),
  )
  .map(([transaction, names, differing, isEased]) => {
    const { rail, transactionType, transactionCode } = transaction
    const has = (name: string) => names.includes(name)
    const entry = {
      ...(has('rail') ? { rail } : {}),
      ...(has('transactionType') ? { transactionType } : {}),
      ...(has('transactionCode') ? { transactionCode } : {}),
    }
    return [
      { does: 'setPolicy', as: 'desk', partner: 0, allowed: [{ rail: 'Wire' }, entry] },
      postOf({ ...transaction, ...differing }),
      ...(isEased ? [{ does: 'setPolicy', as: 'desk', partner: 0, allowed: null } as const] : []),
    ]
  })

/** Something that comes between the review of a wire and its release; then it is lifted again. */
const lateProbe: fc.Arbitrary<Step[]> = fc
  .tuple(
    account,
    fc.constantFrom<[Step, Step][]>(
      [
        { does: 'restrict', as: 0, master: 0, criteria: { appliesTo: 'All', rail: 'Wire' } },
        { does: 'liftRestriction', as: 0, restriction: 0 },
      ],
      [
        { does: 'setStatus', as: 0, account: 0, status: 'Dormant' },
        { does: 'setStatus', as: 0, account: 0, status: 'Active' },
      ],
      [
        { does: 'placeHold', as: 0, account: 0, amount: 'all' },
        { does: 'releaseHold', as: 0, hold: 0 },
      ],
    ),
    fc.constantFrom<Step['does'][]>('releaseBatch', 'releaseBatch', 'reject', 'cancel'),
  )
  .map(([account, [obstacle, relief], end]): Step[] => [
    { does: 'wireOut', as: 0, account, amount: 100 },
    { does: 'advance', seconds: 5 },
    obstacle,
    (end === 'cancel'
      ? { does: end, as: 0, wire: 0 }
      : end === 'reject'
        ? { does: end, wire: 0 }
        : { does: end }) as Step,
    relief,
  ])

export const probe: fc.Arbitrary<Step[]> = fc.oneof(
  { weight: 4, arbitrary: restrictionProbe },
  { weight: 1, arbitrary: policyProbe },
  { weight: 3, arbitrary: lateProbe },
)
