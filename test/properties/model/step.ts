/**
 * Steps: what is done to a bank and to its model, as plain data, so that a counterexample reads like a story. A number stands
 * for one of what the acting partner has: accounts from the oldest on, all else those first to which it can be done, and from the newest back.
 */
import type {
  AccountStatus,
  AllowedActivity,
  AppliesTo,
  LedgerType,
  Rail,
  RestrictionChanges,
  TransactionRequest,
  TransactionType,
  TransferRequest,
} from 'vostro'
import { type Model, spendable, type Wire } from './model.ts'

/** An account of the acting partner, of another partner, or of nobody. */
export type Reference = number | { foreign: number } | 'nobody'
/** Minor units; or what can be spent now, or one more than that. */
export type Amount = number | 'all' | 'all and one'

type WrittenCriteria = Omit<RestrictionChanges, 'subAccountNumber'> & { subAccount?: Reference | null | undefined }

export type Step =
  | { does: 'addPartner'; ledgerType: LedgerType; balance: number }
  | { does: 'openAccount'; as: number; ledgerType: LedgerType; balance: number }
  | { does: 'openSubledger'; as: number; master: Reference }
  | { does: 'setStatus'; as: number; account: Reference; status: AccountStatus }
  | {
      does: 'post'
      as: number
      account: Reference
      other: Reference | 'same' | undefined
      rail: Rail
      transactionType: TransactionType
      transactionCode: string
      amount: Amount
    }
  | {
      does: 'transfer'
      as: number
      from: Reference
      to: Reference
      amount: Amount
      transactionCode?: string | undefined
      client?: string | undefined
    }
  | { does: 'placeHold'; as: number | 'desk'; account: Reference; amount: Amount }
  | { does: 'changeHold'; as: number | 'desk'; hold: number; amount: Amount }
  | { does: 'releaseHold'; as: number | 'desk'; hold: number }
  | {
      does: 'restrict'
      as: number | 'desk'
      master: Reference
      criteria: WrittenCriteria & { appliesTo: AppliesTo }
    }
  | { does: 'changeRestriction'; as: number | 'desk'; restriction: number; criteria: WrittenCriteria }
  | { does: 'liftRestriction'; as: number | 'desk'; restriction: number }
  | { does: 'setPolicy'; as: number | 'desk'; partner: number; allowed: AllowedActivity[] | null }
  | { does: 'wireOut'; as: number; account: Reference; amount: Amount; client?: string | undefined }
  | { does: 'wireIn'; as: number; account: Reference; amount: Amount }
  | { does: 'cancel'; as: number; wire: number }
  | { does: 'hold' | 'approve' | 'reject' | 'reverse'; wire: number }
  | { does: 'releaseBatch' }
  | { does: 'advance'; seconds: number }

/** Who acts: a partner by its id, or the bank's operations team. */
type By = string | 'desk'

/** A step with the numbers and ids that it means in a bank as it is now. */
export type Call =
  | { does: 'addPartner'; ledgerType: LedgerType; balance: number }
  | { does: 'openAccount'; by: string; ledgerType: LedgerType; balance: number }
  | { does: 'openSubledger'; by: string; master: string }
  | { does: 'setStatus'; by: string; account: string; status: AccountStatus }
  | { does: 'post'; by: string; request: TransactionRequest }
  | { does: 'transfer'; by: string; request: TransferRequest }
  | { does: 'placeHold'; by: By; account: string; amount: number }
  | { does: 'changeHold'; by: By; hold: string; amount: number }
  | { does: 'releaseHold'; by: By; hold: string }
  | { does: 'restrict'; by: By; master: string; request: RestrictionChanges & { appliesTo: AppliesTo } }
  | { does: 'changeRestriction'; by: By; restriction: string; request: RestrictionChanges }
  | { does: 'liftRestriction'; by: By; restriction: string }
  | { does: 'setPolicy'; by: By; product: string; allowed: AllowedActivity[] | null }
  | { does: 'wireOut'; by: string; account: string; amount: number; client?: string | undefined }
  | { does: 'wireIn'; by: string; account: string; amount: number }
  | { does: 'cancel'; by: string; wire: string }
  | { does: 'hold' | 'approve' | 'reject' | 'reverse'; wire: string }
  | { does: 'releaseBatch' }
  | { does: 'advance'; seconds: number }

/** The call of one name. */
export type CallOf<Does extends Call['does']> = Call extends infer One
  ? One extends { does: string }
    ? Does extends One['does']
      ? One
      : never
    : never
  : never

const NOBODY = '2000000006'
const NOTHING = '00000000-0000-4000-8000-000000000000'

/** What a step means where things stand as in the model. */
export function callOf(model: Model, step: Step): Call {
  const partner = (index: number) => pick(model.partners, index) as Model['partners'][number]
  const by = 'as' in step && step.as !== 'desk' ? partner(step.as).id : 'desk'
  // The desk works on the accounts of the first partner, unless it reaches for foreign ones.
  const owner = by === 'desk' ? partner(0).id : by
  const ofAccount = (reference: Reference, isWanted = (_: { number: string; master: string }) => true) =>
    numberOf(model, owner, reference, isWanted)
  const isMaster = ({ number, master }: { number: string; master: string }) => number === master
  const amountOf = (amount: Amount, account: string) => {
    if (typeof amount === 'number') return amount
    const most = model.accounts.has(account) ? spendable(model, account) : 0
    return Math.max(1, amount === 'all' ? most : most + 1)
  }
  const idOf = <Item extends { id: string }>(all: readonly Item[], index: number, isApt: (item: Item) => boolean) => {
    const newest = all.toReversed()
    return pick([...newest.filter(isApt), ...newest.filter((item) => !isApt(item))], index)?.id ?? NOTHING
  }
  const wireOf = (index: number, ...statuses: Wire['status'][]) =>
    idOf(model.wires, index, ({ status, wasReversed }) => statuses.includes(status) && !wasReversed)
  const requestOf = (master: string, { subAccount, ...criteria }: WrittenCriteria): RestrictionChanges => {
    if (subAccount === undefined) return criteria
    if (subAccount === null) return { ...criteria, subAccountNumber: null }
    const isPart = (account: { master: string }) => account.master === master
    return { ...criteria, subAccountNumber: ofAccount(subAccount, typeof subAccount === 'number' ? isPart : undefined) }
  }

  switch (step.does) {
    case 'addPartner':
    case 'releaseBatch':
    case 'advance':
      return step
    case 'openAccount': {
      const { as: _, ...rest } = step
      return { ...rest, by }
    }
    case 'openSubledger':
      return { does: step.does, by, master: ofAccount(step.master, isMaster) }
    case 'setStatus':
      return { does: step.does, by, account: ofAccount(step.account), status: step.status }
    case 'post': {
      const { rail, transactionType, transactionCode } = step
      const accountNumber = ofAccount(step.account)
      const amount = amountOf(step.amount, accountNumber)
      const request = { accountNumber, rail, transactionType, transactionCode, amount }
      if (step.other === undefined) return { does: 'post', by, request }
      const otherAccountNumber = step.other === 'same' ? accountNumber : ofAccount(step.other)
      return { does: 'post', by, request: { ...request, otherAccountNumber } }
    }
    case 'transfer': {
      const [debitAccountNumber, creditAccountNumber] = [ofAccount(step.from), ofAccount(step.to)]
      const request: TransferRequest = {
        debitAccountNumber,
        creditAccountNumber,
        amount: amountOf(step.amount, debitAccountNumber),
      }
      if (step.transactionCode !== undefined) request.transactionCode = step.transactionCode
      if (step.client !== undefined) request.clientIdentifier = step.client
      return { does: 'transfer', by, request }
    }
    case 'placeHold': {
      const account = ofAccount(step.account)
      return { does: step.does, by, account, amount: amountOf(step.amount, account) }
    }
    case 'changeHold': {
      const hold = idOf(model.holds, step.hold, ({ isReleased }) => !isReleased)
      const account = model.holds.find(({ id }) => id === hold)?.account ?? ofAccount(0)
      return { does: step.does, by, hold, amount: amountOf(step.amount, account) }
    }
    case 'releaseHold':
      return { does: step.does, by, hold: idOf(model.holds, step.hold, ({ isReleased }) => !isReleased) }
    case 'restrict': {
      const master = ofAccount(step.master, isMaster)
      const request = { ...requestOf(master, step.criteria), appliesTo: step.criteria.appliesTo }
      return { does: step.does, by, master, request }
    }
    case 'changeRestriction': {
      const restriction = idOf(model.restrictions, step.restriction, ({ isRemoved }) => !isRemoved)
      const master = model.restrictions.find(({ id }) => id === restriction)?.master ?? NOBODY
      return { does: step.does, by, restriction, request: requestOf(master, step.criteria) }
    }
    case 'liftRestriction':
      return {
        does: step.does,
        by,
        restriction: idOf(model.restrictions, step.restriction, ({ isRemoved }) => !isRemoved),
      }
    case 'setPolicy':
      return { does: step.does, by, product: partner(step.partner).productId, allowed: step.allowed }
    case 'wireOut':
    case 'wireIn': {
      const account = ofAccount(step.account)
      const client = step.does === 'wireOut' ? step.client : undefined
      return { does: step.does, by, account, amount: amountOf(step.amount, account), client }
    }
    case 'cancel':
      return { does: step.does, by, wire: wireOf(step.wire, 'Hold', 'Pending') }
    case 'hold':
    case 'reject':
      return { does: step.does, wire: wireOf(step.wire, 'Created', 'Hold', 'Pending') }
    case 'approve':
      return { does: step.does, wire: wireOf(step.wire, 'Hold') }
    case 'reverse':
      return { does: step.does, wire: wireOf(step.wire, 'Completed') }
  }
}

function numberOf(
  model: Model,
  owner: string,
  reference: Reference,
  isWanted: (account: { number: string; master: string }) => boolean,
): string {
  if (reference === 'nobody') return NOBODY
  const accounts = [...model.accounts.values()]
  const isOwn = typeof reference === 'number'
  // What is foreign is any account, so that a subledger comes in the place of a master too.
  const eligible = isOwn
    ? accounts.filter((account) => account.partnerId === owner && isWanted(account))
    : accounts.filter((account) => account.partnerId !== owner || !isWanted(account))
  return pick(eligible, isOwn ? reference : reference.foreign)?.number ?? NOBODY
}

function pick<Item>(list: readonly Item[], index: number): Item | undefined {
  return list[index % list.length]
}
