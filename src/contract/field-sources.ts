/**
 * Where each field of each answer comes from: a section of the specification, or the entry of the assumption catalogue that says what
 * nobody specified. The documentation prints it; a field without a source does not compile, and a test finds a stale one. (§7)
 */
import type { TokenResponse } from '../core/access/token.ts'
import type { Subledger } from '../core/accounts/account-record.ts'
import type { Restriction } from '../core/accounts/restriction.ts'
import type { BeneficiaryProfile } from '../core/accounts/state.ts'
import type { Transaction } from '../core/ledger/transaction-record.ts'
import { achFieldNames, loanDates, loanDecimals, loanIntegers, loanStrings, railFields } from '../core/loans/loan.ts'
import type { EventRecord, Notification } from '../core/webhooks/notification.ts'
import type { Registration } from '../core/webhooks/registration.ts'
import type { Party, WirePayment } from '../core/wires/wire.ts'
import type { ServiceName } from './endpoint.ts'
import type { EndpointName } from './endpoints.ts'
import { all, type FieldSources, prefixed, recordOf, type SourcesOf } from './field-source.ts'

const token = recordOf<TokenResponse>('token response', {
  access_token: '§2.1',
  expires_in: '§2.1',
  token_type: '§2.1',
})

const discovery: FieldSources = {
  record: 'token server metadata',
  fields: all(
    [
      'issuer',
      'token_endpoint',
      'grant_types_supported',
      'token_endpoint_auth_methods_supported',
      'response_types_supported',
    ],
    'tokens.discovery',
  ),
}

const party: SourcesOf<Party> = {
  idCode: '§2.2',
  identifier: '§2.2',
  name: '§2.2',
  address1: '§2.2',
  address2: '§2.2',
  address3: '§2.2',
}

const parties = ['originatingFi', 'originator', 'beneficiaryFi', 'beneficiary'] as const

const payment = recordOf<WirePayment>(
  'wire payment',
  {
    id: '§2.4',
    accountNumber: '§2.4',
    coreTransactionId: '§2.4',
    referenceId: 'wires.reference',
    fedBatchId: '§2.4',
    fedBatchSequence: 'wires.batches',
    direction: '§2.4',
    paymentType: 'wires.paymentType',
    source: 'wires.source',
    status: '§2.4',
    posting: '§2.4',
    amount: '§2.4',
    currency: '§2.4',
    purpose: '§2.4',
    imad: 'wires.imadSource',
    omad: 'wires.imadSource',
    businessFunctionCode: '§2.4',
    typeCode: 'wires.typeCode',
    senderRoutingNumber: 'bank.routingNumber',
    senderName: 'bank.name',
    senderReference: 'wires.reference',
    receiverRoutingNumber: '§2.4',
    receiverName: 'wires.institutionNames',
    originatingFi: '§2.4',
    originator: '§2.4',
    beneficiaryFi: '§2.4',
    beneficiary: '§2.4',
    beneficiaryReference: '§2.4',
    receiptDate: 'wires.receiptTime',
    receiptTime: 'wires.receiptTime',
    wasReversed: 'wires.reversing',
    isInternational: 'wires.isInternational',
    createdAt: '§2.4',
    processedAt: '§2.4',
    completedAt: '§2.4',
    postedAt: '§2.4',
    lastModifiedAt: '§2.4',
    effectiveDate: 'wires.effectiveDate',
    originalPaymentId: '§2.4',
    partnerId: '§2.4',
    productId: '§2.4',
    postingCode: 'wires.postingCode',
  },
  Object.assign({}, ...parties.map((name) => prefixed(name, party))),
)

const registration = recordOf<Registration>('registration', {
  id: 'webhooks.record',
  partnerId: 'webhooks.record',
  eventName: 'webhooks.record',
  callbackUrl: 'webhooks.record',
  consecutiveErrors: 'webhooks.record',
  status: 'webhooks.record',
  type: 'webhooks.typeField',
  format: 'webhooks.record',
  lastError: 'webhooks.record',
})

const notification: SourcesOf<Notification> = {
  id: '§2.7',
  eventName: '§2.7',
  status: '§2.7',
  partnerId: '§2.7',
  createdAt: '§2.7',
  resources: '§2.7',
  details: 'events.details',
  isPing: 'webhooks.management',
}

const event = recordOf<EventRecord>('event', {
  ...notification,
  status: 'webhooks.management',
  lastAttemptedAt: 'webhooks.management',
})

const restriction = recordOf<Restriction>('restriction', {
  id: 'restrictions.record',
  accountNumber: 'restrictions.record',
  subAccountNumber: 'restrictions.record',
  appliesTo: 'restrictions.appliesTo',
  rail: 'restrictions.values',
  transactionType: 'restrictions.values',
  otherAccountType: 'restrictions.values',
  amountThreshold: 'restrictions.record',
  transactionCode: 'restrictions.values',
  reason: 'restrictions.record',
  notes: 'restrictions.record',
  type: 'restrictions.type',
  createdAt: 'restrictions.record',
  removedAt: 'restrictions.record',
})

const profile: SourcesOf<BeneficiaryProfile> = {
  referenceId: 'subledgers.record',
  entityName: 'subledgers.record',
  firstName: 'subledgers.person',
  middleName: 'subledgers.person',
  lastName: 'subledgers.person',
  streetAddress1: 'subledgers.record',
  streetAddress2: 'subledgers.record',
  city: 'subledgers.record',
  state: 'subledgers.record',
  postalCode: 'subledgers.record',
  countryCode: 'subledgers.record',
  phoneNumber: 'subledgers.record',
  emailAddress: 'subledgers.record',
  notes: 'subledgers.record',
}

const subledger = recordOf<Subledger>(
  'subledger',
  {
    accountNumber: 'subledgers.record',
    accountType: 'accounts.types',
    status: 'accounts.statuses',
    ledgerType: 'subledgers.ledgerTypeOf',
    title: 'subledgers.record',
    currentBalance: 'subledgers.record',
    availableBalance: 'subledgers.record',
    holdAmount: 'subledgers.record',
    transactionCount: 'subledgers.record',
    openedAt: 'subledgers.record',
    closedAt: 'subledgers.record',
    masterAccountNumber: 'subledgers.record',
    beneficiary: 'subledgers.record',
    partnerId: 'subledgers.record',
  },
  prefixed('beneficiary', profile),
)

const transaction = recordOf<Transaction>('transaction', {
  id: 'transactions.record',
  accountNumber: 'transactions.record',
  otherAccountNumber: 'transactions.record',
  rail: 'transactions.internalRail',
  transactionType: 'transactions.record',
  transactionCode: 'transactions.record',
  amount: 'transactions.record',
  currency: 'transactions.record',
  description: 'transactions.record',
  status: 'transactions.record',
  postingCode: 'transactions.record',
  reason: 'transactions.record',
  createdAt: 'transactions.record',
  postedAt: 'transactions.record',
  paymentId: 'transactions.record',
  relatedTransactionId: 'transactions.transferRecord',
  partnerId: 'transactions.record',
})

const loanFields = [...loanStrings, ...loanDates, ...loanIntegers, ...loanDecimals, 'Rails']
const loanSummary: FieldSources = {
  record: 'loan summary',
  fields: {
    Offset: '§2.10',
    Total: 'loans.total',
    Results: '§2.10',
    Meta: 'loans.meta',
    ...prefixed('Results', all(loanFields, '§2.10')),
    ...prefixed('Results.Rails', all(railFields, '§2.10')),
    ...prefixed('Results.Rails.ACHFields', all(achFieldNames, '§2.10')),
  },
}

const page: FieldSources = {
  record: 'page',
  fields: all(['results', 'pageNumber', 'pageSize', 'hasPreviousPage', 'hasNextPage'], 'subledgers.listQuery'),
}
const pageOf = ({ record, fields }: FieldSources): FieldSources => ({
  record: `page of ${record}s`,
  fields: { ...page.fields, ...prefixed('results', fields) },
})

/** The bodies of refusals, by the service that was asked. */
export const errorFields = {
  banking: {
    record: 'error of the banking API',
    fields: all(['errors', 'errors.code', 'errors.message'], 'errors.body'),
  },
  token: { record: 'error of the token server', fields: all(['error', 'error_description'], 'tokens.errors') },
  loans: {
    record: 'error of the loan service',
    fields: {
      ResponseStatus: 'loans.errors',
      ...prefixed('ResponseStatus', all(['ErrorCode', 'Message', 'Errors'], 'loans.errors')),
      ...prefixed('ResponseStatus.Errors', all(['ErrorCode', 'FieldName', 'Message'], 'loans.errors')),
    },
  },
} as const satisfies { readonly [Service in ServiceName]: FieldSources }

/** An answer without fields. */
const none: FieldSources = { record: 'no fields', fields: {} }

/** What each call answers with, field by field. */
export const answerFields: { readonly [Name in EndpointName]: FieldSources } = {
  requestToken: token,
  discoverTokenServer: discovery,
  createWire: payment,
  getWire: payment,
  simulateInboundWire: payment,
  listWires: pageOf(payment),
  cancelWire: payment,
  registerWebhook: registration,
  listWebhooks: pageOf(registration),
  getWebhook: registration,
  updateWebhook: registration,
  removeWebhook: registration,
  restartWebhook: registration,
  pingWebhook: none,
  pollEvents: pageOf({ record: 'event', fields: notification }),
  getEvent: event,
  createRestriction: restriction,
  listRestrictions: pageOf(restriction),
  getRestriction: restriction,
  updateRestriction: restriction,
  removeRestriction: restriction,
  createSubledger: subledger,
  listSubledgers: pageOf(subledger),
  getSubledger: subledger,
  transferFunds: transaction,
  getTransaction: transaction,
  getLoanSummary: loanSummary,
  getLoanEvents: none,
}

/** The records by themselves, for who prints them. */
export const recordFields: readonly FieldSources[] = [
  token,
  discovery,
  payment,
  registration,
  event,
  restriction,
  subledger,
  transaction,
  loanSummary,
  page,
  ...Object.values(errorFields),
]
