/**
 * Commands: what can be done to a bank, as plain data, so that a counterexample of a property reads like a story.
 * A number such as `wire: 3` means "the third one there is", taken modulo how many there are; with none it is unknown.
 */
import {
  type AccountStatus,
  type Bank,
  type Duration,
  isRejectionError,
  isUsageError,
  type LoanChanges,
  type LoanFields,
  type LoanStatus,
  type RestrictionRequest,
} from 'vostro'
import { inboundTo, wireFrom } from '../support/drivers/requests.ts'
import { doMisuse, type Misuse } from './misuse.ts'

export type Command =
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
  | { does: 'registerWebhook'; eventName: string }
  | { does: 'moveWebhook' | 'removeWebhook' | 'restartWebhook' | 'pingWebhook'; registration: number }
  | { does: 'addLoan'; fields: LoanFields; isSparse: boolean }
  | { does: 'updateLoan'; loan: number; fields: LoanChanges }
  | { does: 'advanceLoan' | 'failCompliance'; loan: number }
  | { does: 'moveLoan'; loan: number; status: LoanStatus }
  | { does: 'fundLoan'; loan: number; isSuccess: boolean }
  | { does: 'advance'; duration: Duration }
  | { does: 'misuse'; misuse: Misuse }

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
  const known = knownIn(bank)
  switch (command.does) {
    case 'openAccount':
      return bank.accounts.open({ ledgerType: command.ledgerType, balance: command.balance, title: 'One more' })
    case 'createSubledger':
      return bank.subledgers.create({
        masterAccountNumber: pick(known.masters, command.account),
        title: 'Customer',
        ...(command.hasProfile ? { beneficiary: { entityName: 'Customer Inc', city: 'Anytown' } } : {}),
      })
    case 'setStatus':
      return bank.accounts.setStatus(pick(known.accounts, command.account), command.status)
    case 'createWire': {
      const request = wireFrom(pick(known.accounts, command.account), command.amount)
      return bank.wires.create({ ...request, clientIdentifier: command.client }, { idempotencyKey: command.key })
    }
    case 'simulateInbound':
      return bank.wires.simulateInbound(inboundTo(pick(known.accounts, command.account), command.amount))
    case 'cancel':
      return bank.wires.cancel(pick(known.wires, command.wire))
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
      return bank.tokens.issue()
    case 'revokeToken':
      return bank.tokens.revoke(bank.tokens.issue().access_token)
    case 'restrict':
      return restrictionsOf(bank, command).create(pick(known.masters, command.account), command.criteria)
    case 'restrictOne': {
      const subAccountNumber = pick(known.accounts, command.account)
      const { masterAccountNumber } = bank.subledgers.get(subAccountNumber)
      return restrictionsOf(bank, command).create(masterAccountNumber, { ...command.criteria, subAccountNumber })
    }
    case 'changeRestriction':
      return restrictionsOf(bank, command).update(pick(known.restrictions, command.restriction), command.criteria)
    case 'liftRestriction':
      return restrictionsOf(bank, command).remove(pick(known.restrictions, command.restriction))
    case 'registerWebhook': {
      const { eventName } = command
      const callbackUrl = 'https://partner.example/hooks'
      return bank.webhooks.register({ partnerId: bank.partner.id, eventName, registrationType: 'Push', callbackUrl })
    }
    case 'moveWebhook':
      return bank.webhooks.update(pick(known.registrations, command.registration), { callbackUrl: 'https://p.test/2' })
    case 'removeWebhook':
      return bank.webhooks.remove(pick(known.registrations, command.registration))
    case 'restartWebhook':
      return bank.webhooks.restart(pick(known.registrations, command.registration))
    case 'pingWebhook':
      return bank.webhooks.ping(pick(known.registrations, command.registration))
    case 'addLoan':
      return bank.loans.add(command.fields, { isSparse: command.isSparse })
    case 'updateLoan':
      return bank.loans.update(pick(known.loans, command.loan), command.fields)
    case 'advanceLoan':
      return bank.loans.advance(pick(known.loans, command.loan))
    case 'failCompliance':
      return bank.loans.failCompliance(pick(known.loans, command.loan))
    case 'moveLoan':
      return bank.loans.setStatus(pick(known.loans, command.loan), command.status)
    case 'fundLoan': {
      const id = pick(known.loans, command.loan)
      const Rails = bank.loans.summary({ id }).Results[0]?.Rails ?? []
      return bank.loans.fund(id, { failedRails: command.isSuccess ? [] : Rails.flatMap((rail) => rail.Id ?? []) })
    }
    case 'misuse':
      return doMisuse(bank, command.misuse)
  }
}

function restrictionsOf(bank: Bank, { isInternal }: { isInternal: boolean }) {
  return isInternal ? bank.desk.restrictions : bank.restrictions
}

/** Every number and id that the journal tells of: no book has to be kept beside a bank that is forked or restored. */
function knownIn(bank: Bank) {
  const facts = bank.journal.flatMap((entry) => (entry.operation === 'bank.open' ? [] : entry.happenings))
  const opened = facts.flatMap((fact) => (fact.what === 'account.opened' ? fact.accountNumber : []))
  const masters = [bank.masterAccount.accountNumber, ...opened]
  const subledgers = facts.flatMap((fact) => (fact.what === 'subledger.opened' ? fact.accountNumber : []))
  return {
    masters,
    accounts: [...masters, ...subledgers],
    wires: facts.flatMap((fact) => (fact.what === 'wire.created' ? fact.paymentId : [])),
    restrictions: facts.flatMap((fact) => (fact.what === 'restriction.placed' ? fact.restrictionId : [])),
    registrations: facts.flatMap((fact) => (fact.what === 'webhook.registered' ? fact.registrationId : [])),
    loans: facts.flatMap((fact) => (fact.what === 'loan.added' ? fact.loanId : [])),
  }
}

function pick(list: readonly string[], number: number): string {
  return list[number % list.length] ?? '00000000-0000-4000-8000-000000000000'
}
