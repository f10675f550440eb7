/**
 * Commands: what can be done to a bank, as plain data, so that a counterexample of a property reads like a story.
 * A number such as `wire: 3` means "the third one that the acting partner has", taken modulo how many there are; with none it
 * is unknown.
 */
import {
  type AccountStatus,
  type AllowedActivity,
  type Bank,
  type Duration,
  isRejectionError,
  isUsageError,
  type LoanChanges,
  type LoanFields,
  type LoanStatus,
  type RestrictionRequest,
  type TransactionRequest,
} from 'vostro'
import { inboundWire, outboundWire } from '../support/wire.ts'
import { knownTo, pick } from './known.ts'

/** What is done; `as` is the partner that does it, or for whom the desk works: the default one where it is left out. */
export type Command = Deed & { as?: number | undefined }

/** The account on the other side: one of the partner's own, one of anybody's, the same one, or one that is nowhere. */
export type OtherSide = { own: number } | { anybodys: number } | 'same' | 'unknown'

type Deed =
  | { does: 'addPartner'; ledgerType: 'Passthrough' | 'Direct'; balance: number }
  | { does: 'openAccount'; ledgerType: 'Passthrough' | 'Direct'; balance: number }
  | { does: 'createSubledger'; account: number; hasProfile: boolean }
  | { does: 'setStatus'; account: number; status: AccountStatus }
  | { does: 'createWire'; account: number; amount: number; key?: string | undefined; client?: string | undefined }
  | { does: 'simulateInbound'; account: number; amount: number }
  | { does: 'cancel' | 'hold' | 'approve' | 'reject' | 'reverse'; wire: number }
  | { does: 'releaseBatch' | 'advanceToNext' | 'advanceToNextBatch' | 'issueToken' | 'revokeToken' }
  | { does: 'restrict'; isInternal: boolean; account: number; criteria: Omit<RestrictionRequest, 'subAccountNumber'> }
  | { does: 'restrictOne'; isInternal: boolean; account: number; criteria: RestrictionRequest }
  | { does: 'changeRestriction'; isInternal: boolean; restriction: number; criteria: RestrictionRequest }
  | { does: 'liftRestriction'; isInternal: boolean; restriction: number }
  | { does: 'post'; account: number; other?: OtherSide | undefined; activity: Activity }
  | { does: 'transfer'; account: number; other: OtherSide; amount: number; client?: string | undefined }
  | { does: 'placeHold'; isInternal: boolean; account: number; amount: number }
  | { does: 'releaseHold'; isInternal: boolean; hold: number }
  | { does: 'setPolicy'; isInternal: boolean; allowed: AllowedActivity[] | null }
  | { does: 'registerWebhook'; eventName: string }
  | { does: 'moveWebhook' | 'removeWebhook' | 'restartWebhook' | 'pingWebhook'; registration: number }
  | { does: 'addLoan'; fields: LoanFields; isSparse: boolean }
  | { does: 'updateLoan'; loan: number; fields: LoanChanges }
  | { does: 'advanceLoan' | 'failCompliance'; loan: number }
  | { does: 'moveLoan'; loan: number; status: LoanStatus }
  | { does: 'fundLoan'; loan: number; isSuccess: boolean }
  | { does: 'advance'; duration: Duration }

type Activity = Omit<TransactionRequest, 'accountNumber' | 'otherAccountNumber'>

/** What a bank did with a command. */
export type Outcome = { readonly did: unknown } | { readonly refused: string }

/** Does a command; the bank's "no" and the test's own mistake are outcomes, anything else is thrown. */
export function perform(bank: Bank, command: Command): Outcome {
  try {
    return { did: doIt(bank, command) }
  } catch (error) {
    if (isRejectionError(error)) return { refused: error.code }
    if (isUsageError(error)) return { refused: 'usage' }
    throw error
  }
}

/** Does one command after the other. */
export function run(bank: Bank, commands: readonly Command[]): Outcome[] {
  return commands.map((command) => perform(bank, command))
}

function doIt(bank: Bank, command: Command): unknown {
  const known = knownTo(bank, command.as ?? 0)
  const own = command.as === undefined ? bank : bank.as(known.partnerId)
  const sideOf = ({ isInternal }: { isInternal: boolean }) => (isInternal ? bank.desk : own)
  const otherOf = (account: string, other: OtherSide) => {
    if (other === 'same') return account
    if (other === 'unknown') return '300000000007'
    return 'own' in other ? pick(known.accounts, other.own) : pick(known.everybodysAccounts, other.anybodys)
  }
  switch (command.does) {
    case 'addPartner':
      return bank.partners.add({ masterAccount: { ledgerType: command.ledgerType, balance: command.balance } })
    case 'post': {
      const accountNumber = pick(known.accounts, command.account)
      const { other, activity } = command
      const otherAccountNumber = other === undefined ? undefined : otherOf(accountNumber, other)
      return own.transactions.post({ ...activity, accountNumber, otherAccountNumber })
    }
    case 'transfer': {
      const debitAccountNumber = pick(known.accounts, command.account)
      const creditAccountNumber = otherOf(debitAccountNumber, command.other)
      const { amount, client } = command
      return own.transactions.transfer({ debitAccountNumber, creditAccountNumber, amount, clientIdentifier: client })
    }
    case 'placeHold': {
      const accountNumber = pick(known.accounts, command.account)
      return sideOf(command).holds.place({ accountNumber, amount: command.amount })
    }
    case 'releaseHold':
      return sideOf(command).holds.release(pick(known.holds, command.hold))
    case 'setPolicy':
      return sideOf(command).policies.set(known.productId, command.allowed)
    case 'openAccount':
      return own.accounts.open({ ledgerType: command.ledgerType, balance: command.balance, title: 'One more' })
    case 'createSubledger':
      return own.subledgers.create({
        masterAccountNumber: pick(known.masters, command.account),
        title: 'Customer',
        ...(command.hasProfile ? { beneficiary: { entityName: 'Customer Inc', city: 'Anytown' } } : {}),
      })
    case 'setStatus':
      return own.accounts.setStatus(pick(known.accounts, command.account), command.status)
    case 'createWire': {
      const request = outboundWire(pick(known.accounts, command.account), { amount: command.amount })
      return own.wires.create({ ...request, clientIdentifier: command.client }, { idempotencyKey: command.key })
    }
    case 'simulateInbound':
      return own.wires.simulateInbound(inboundWire(pick(known.accounts, command.account), { amount: command.amount }))
    case 'cancel':
      return own.wires.cancel(pick(known.wires, command.wire))
    case 'hold':
    case 'approve':
    case 'reject':
    case 'reverse':
      return bank.desk[command.does](pick(known.wires, command.wire))
    case 'releaseBatch':
      return bank.desk.releaseBatch()
    case 'advanceToNext':
    case 'advanceToNextBatch':
      return bank.clock[command.does]()
    case 'advance':
      return bank.clock.advance(command.duration)
    case 'issueToken':
      return own.tokens.issue()
    case 'revokeToken':
      return own.tokens.revoke(own.tokens.issue().access_token)
    case 'restrict':
      return sideOf(command).restrictions.create({
        accountNumber: pick(known.masters, command.account),
        ...command.criteria,
      })
    case 'restrictOne': {
      const subAccountNumber = pick(known.accounts, command.account)
      const { masterAccountNumber } = own.subledgers.get(subAccountNumber)
      return sideOf(command).restrictions.create({
        accountNumber: masterAccountNumber,
        ...command.criteria,
        subAccountNumber,
      })
    }
    case 'changeRestriction':
      return sideOf(command).restrictions.update(pick(known.restrictions, command.restriction), command.criteria)
    case 'liftRestriction':
      return sideOf(command).restrictions.remove(pick(known.restrictions, command.restriction))
    case 'registerWebhook': {
      const { eventName } = command
      const callbackUrl = 'https://partner.example/hooks'
      return own.webhooks.register({ partnerId: known.partnerId, eventName, registrationType: 'Push', callbackUrl })
    }
    case 'moveWebhook':
      return own.webhooks.update(pick(known.registrations, command.registration), { callbackUrl: 'https://p.test/2' })
    case 'removeWebhook':
      return own.webhooks.remove(pick(known.registrations, command.registration))
    case 'restartWebhook':
      return own.webhooks.restart(pick(known.registrations, command.registration))
    case 'pingWebhook':
      return own.webhooks.ping(pick(known.registrations, command.registration))
    case 'addLoan':
      return own.loans.add(command.fields, { isSparse: command.isSparse })
    case 'updateLoan':
      return own.loans.update(pick(known.loans, command.loan), command.fields)
    case 'advanceLoan':
      return own.loans.advance(pick(known.loans, command.loan))
    case 'failCompliance':
      return own.loans.failCompliance(pick(known.loans, command.loan))
    case 'moveLoan':
      return own.loans.setStatus(pick(known.loans, command.loan), command.status)
    case 'fundLoan': {
      const id = pick(known.loans, command.loan)
      const Rails = own.loans.summary({ id }).Results[0]?.Rails ?? []
      return own.loans.fund(id, { failedRails: command.isSuccess ? [] : Rails.flatMap((rail) => rail.Id ?? []) })
    }
  }
}
