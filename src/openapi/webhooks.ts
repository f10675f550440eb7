/** The events, as webhooks of the document: each is pushed to the registrations for it. (§6) */
import { type Draft, originOf, refTo } from '../contract/json-schema.ts'
import type { AssumptionId, AssumptionValues } from '../core/assumptions/catalogue.ts'
import { keysOf } from '../core/kernel/keys.ts'
import { loanEventNames } from '../core/loans/loan.ts'
import { type BankEventName, bankEvents, type LoanEventName } from '../core/webhooks/event-name.ts'
import { SIGNATURE_HEADER } from '../core/webhooks/signature.ts'
import { sentence } from './calls.ts'

/** When each event is emitted, in words. If the name of an event is missing here, the code does not compile. (§6) */
export const occasions: { readonly [Name in BankEventName | LoanEventName]: string } = {
  'Wire.Payment.Sent': 'an outbound wire was released in a batch and acknowledged by the central bank',
  'Wire.Payment.Received': 'an inbound wire came in, by simulation',
  'Wire.Payment.Rejected': 'a wire could not be posted, or the operations team refused it',
  'Wire.Payment.Canceled': 'the partner withdrew a wire',
  'Wire.Payment.Processed': 'an outbound wire was sent to the central bank',
  'Core.Restriction.Placed': 'a restriction was placed on an account',
  'Core.Restriction.Removed': 'a restriction was removed',
  'Core.SubAccount.Opened': 'a subledger was opened',
  'Core.SubAccount.Status.Changed': 'the status of a subledger changed',
  'Core.SubAccount.Closed': 'a subledger was closed',
  'Core.SubAccount.Title.Changed': 'a subledger was renamed',
  'Core.Transaction.Completed': 'a transaction was posted',
  'Core.Activity.Posted': 'an activity was posted on an account',
  AdjustmentActionUpdate: 'details of a loan were changed after funding',
  FundingAttemptComplete: 'a funding attempt ended',
  LoanStatusUpdated: 'the status of a loan changed',
  RailUpdated: 'a rail of a loan was updated',
  ComplianceLoanFailed: 'a loan failed compliance',
}

type EventName = keyof typeof occasions

export function eventNamesOf(only: 'specified' | undefined): EventName[] {
  const own = keysOf(bankEvents).filter((name) => only === undefined || bankEvents[name] === only)
  return [...own, ...loanEventNames]
}

interface Pushing {
  readonly values: AssumptionValues
  readonly only: 'specified' | undefined
  /** The bodies that a run of a bank pushed, by the name of the event. */
  readonly bodies: ReadonlyMap<string, object>
}

export function webhooksOf(names: readonly EventName[], pushing: Pushing): Record<string, Draft> {
  return Object.fromEntries(names.map((name) => [name, { post: pushOf(name, pushing) }]))
}

function pushOf(name: EventName, { values, only, bodies }: Pushing): Draft {
  const body = bodies.get(name)
  const isLoan = !(name in bankEvents)
  return {
    operationId: `on${name.replaceAll('.', '')}`,
    tags: [isLoan ? 'loans' : 'webhooks'],
    summary: sentence(occasions[name]),
    description: `Pushed to the callbackUrl of each registration for ${name}. A push that fails is tried again.`,
    parameters: [{ $ref: '#/components/parameters/Signature' }],
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: isLoan ? loanPushOf(name, only) : notificationOf(name),
          ...(body ? { example: JSON.parse(JSON.stringify(body)) } : {}),
        },
      },
    },
    responses: { [taken[values['webhooks.success']]]: { ...success, ...originOf('webhooks.success') } },
    security: [{}, { receiver: [] }],
    ...sourceOf(name),
  }
}

/** The status with which a receiver accepts a push, keyed by the value of the assumption `webhooks.success`. */
const taken = { '200': '200', '2xx': '2XX' } as const satisfies {
  readonly [Value in AssumptionValues['webhooks.success']]: string
}
const success = { description: 'The push succeeded. Any other answer is a failure.' }

/** The payload of a loan event, or the notification of a ping. Pings are not specified, so `only: 'specified'` leaves them out. */
function loanPushOf(name: EventName, only: 'specified' | undefined): Draft {
  const payload = { $ref: refTo(name), ...originOf(payloadSource(name)) }
  return only === undefined ? { anyOf: [payload, pingOf(name)] } : payload
}

function pingOf(name: string): Draft {
  const nothing = { maxItems: 0 }
  const fields = { eventName: { const: name }, resources: nothing, details: nothing, isPing: { const: true } }
  return {
    allOf: [{ $ref: refTo('Notification') }, { properties: fields, required: ['isPing'] }],
    ...originOf('webhooks.ping'),
  }
}

function notificationOf(name: string): Draft {
  return { allOf: [{ $ref: refTo('Notification') }, { properties: { eventName: { const: name } } }] }
}

function sourceOf(name: EventName): Draft {
  const source = bankEvents[name as keyof typeof bankEvents] ?? 'specified'
  return { ...originOf(source === 'specified' ? '§6' : source) }
}

function payloadSource(name: string): AssumptionId {
  const isUnknown = name === 'AdjustmentActionUpdate' || name === 'FundingAttemptComplete'
  return isUnknown ? 'loans.otherPayloads' : 'loans.eventPayloads'
}

export const signature: Draft = {
  name: SIGNATURE_HEADER,
  in: 'header',
  description:
    'If the registration has a secret: t:<time>, v1:<base64 of HMAC-SHA256 over time, a full stop, and the body>.',
  required: false,
  schema: { type: 'string', pattern: '^t:.+, v1:[A-Za-z0-9+/]+=*$' },
  ...originOf('webhooks.signature'),
}
