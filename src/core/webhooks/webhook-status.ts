/** The status values of registrations, deliveries and pushes, and what each means. To add one, add a row. (§2.6, §6) */

interface RegistrationRow {
  /** Which events are pushed: each, none, or only the one that tries a restart. */
  readonly sends: 'each' | 'trial' | 'none'
}

const registrationRows = {
  Active: { sends: 'each' },
  Suspended: { sends: 'none' },
  Restarting: { sends: 'trial' },
} satisfies { readonly [status: string]: RegistrationRow }

/** `Suspended` after an event failed at every try; `Restarting` from a restart until the first push succeeds. */
export type RegistrationStatus = keyof typeof registrationRows
export const registrationStatuses: { readonly [Status in RegistrationStatus]: RegistrationRow } = registrationRows

/** The status of an event in a lookup. It follows from the status of the delivery. */
export type EventStatus = (typeof eventStatuses)[number]
export const eventStatuses = ['Pending', 'Success', 'Failed'] as const

interface DeliveryRow {
  /** Whether the delivery still waits for a try. */
  readonly awaitsTry: boolean
  /** Whether the partner has yet to receive the event, by the next try or after a restart. */
  readonly isUndelivered: boolean
  readonly isDelivered: boolean
  readonly isDropped: boolean
  readonly shownAs: EventStatus
}

const deliveryRows = {
  Waiting: { awaitsTry: true, isUndelivered: true, isDelivered: false, isDropped: false, shownAs: 'Pending' },
  Succeeded: { awaitsTry: false, isUndelivered: false, isDelivered: true, isDropped: false, shownAs: 'Success' },
  /** It failed at every try. A restart gives it new tries. */
  Failed: { awaitsTry: false, isUndelivered: true, isDelivered: false, isDropped: false, shownAs: 'Failed' },
  Dropped: { awaitsTry: false, isUndelivered: false, isDelivered: false, isDropped: true, shownAs: 'Pending' },
} satisfies { readonly [status: string]: DeliveryRow }

/** A delivery is `Waiting` until it succeeds, has failed at every try, or is dropped by the test. */
export type DeliveryStatus = keyof typeof deliveryRows
export const deliveryStatuses: { readonly [Status in DeliveryStatus]: DeliveryRow } = deliveryRows

interface OutcomeRow {
  readonly isOpen: boolean
  /** Whether the push succeeded: the receiver accepted it, or the bank captured it. */
  readonly isAccepted: boolean
  /** The happening that reports the end of the push; null if none does. */
  readonly happening: 'push.captured' | 'push.delivered' | 'push.failed' | null
  /** How the receiver made the attempt fail, in words; null if the receiver is not the cause. */
  readonly complaint: ((push: PushFacts) => string) | null
}

interface PushFacts {
  readonly answer?: { readonly status: number }
  readonly failure?: string
}

const failed = { isOpen: false, isAccepted: false, happening: 'push.failed' } as const

const outcomeRows = {
  captured: { isOpen: false, isAccepted: true, happening: 'push.captured', complaint: null },
  open: { isOpen: true, isAccepted: false, happening: null, complaint: null },
  delivered: { isOpen: false, isAccepted: true, happening: 'push.delivered', complaint: null },
  refused: { ...failed, complaint: ({ answer }) => `was answered ${answer?.status}` },
  failed: { ...failed, complaint: ({ failure }) => `ended in an error: ${failure}` },
  timedOut: { ...failed, complaint: () => 'was not answered in time' },
  lost: { ...failed, complaint: null },
  received: { isOpen: false, isAccepted: false, happening: null, complaint: null },
} satisfies { readonly [outcome: string]: OutcomeRow }

/** The outcome of a push: `Push.outcome` (push-record.ts) says what each means. */
export type PushOutcome = keyof typeof outcomeRows
export const pushOutcomes: { readonly [Outcome in PushOutcome]: OutcomeRow } = outcomeRows
