/** The status values of registrations, deliveries and pushes, and what each means. A new one is a row here. (§2.6, §6) */

interface RegistrationRow {
  /** The events that go out: each, none, or the one by which a restart is tried. */
  readonly sends: 'each' | 'trial' | 'none'
}

const registrationRows = {
  Active: { sends: 'each' },
  /** An event failed at every try. */
  Suspended: { sends: 'none' },
  /** Until the first push after a restart succeeds. */
  Restarting: { sends: 'trial' },
} satisfies { readonly [status: string]: RegistrationRow }

/** `Suspended` after an event failed at every try; `Restarting` until the first push after a restart succeeds. */
export type RegistrationStatus = keyof typeof registrationRows
export const registrationStatuses: { readonly [Status in RegistrationStatus]: RegistrationRow } = registrationRows

/** The status of its delivery that an event shows when it is looked up. */
export type EventStatus = (typeof eventStatuses)[number]
export const eventStatuses = ['Pending', 'Success', 'Failed'] as const

interface DeliveryRow {
  /** Whether the next try is on its way, or planned. */
  readonly wantsToGo: boolean
  /** Whether the partner has still to get it: by a try, or after a restart. */
  readonly isOwed: boolean
  /** Whether the partner has it. */
  readonly isDelivered: boolean
  /** Whether the test took it away. */
  readonly isDropped: boolean
  readonly shownAs: EventStatus
}

const deliveryRows = {
  Waiting: { wantsToGo: true, isOwed: true, isDelivered: false, isDropped: false, shownAs: 'Pending' },
  Succeeded: { wantsToGo: false, isOwed: false, isDelivered: true, isDropped: false, shownAs: 'Success' },
  /** At every try; it gets new ones after a restart. */
  Failed: { wantsToGo: false, isOwed: true, isDelivered: false, isDropped: false, shownAs: 'Failed' },
  Dropped: { wantsToGo: false, isOwed: false, isDelivered: false, isDropped: true, shownAs: 'Pending' },
} satisfies { readonly [status: string]: DeliveryRow }

/** `Waiting` until it succeeds, has failed at every try, or is dropped by the test. */
export type DeliveryStatus = keyof typeof deliveryRows
export const deliveryStatuses: { readonly [Status in DeliveryStatus]: DeliveryRow } = deliveryRows

interface OutcomeRow {
  /** Whether its end is still to come. */
  readonly isOpen: boolean
  /** Whether the event counts as delivered. */
  readonly isTaken: boolean
  /** The happening of its end; null where it has none. */
  readonly happening: 'push.captured' | 'push.delivered' | 'push.failed' | null
  /** How a receiver made it fail; null where the receiver did not. */
  readonly complaint: ((push: PushFacts) => string) | null
}

interface PushFacts {
  readonly answer?: { readonly status: number }
  readonly failure?: string
}

const failed = { isOpen: false, isTaken: false, happening: 'push.failed' } as const

const outcomeRows = {
  captured: { isOpen: false, isTaken: true, happening: 'push.captured', complaint: null },
  open: { isOpen: true, isTaken: false, happening: null, complaint: null },
  delivered: { isOpen: false, isTaken: true, happening: 'push.delivered', complaint: null },
  refused: { ...failed, complaint: ({ answer }) => `was answered ${answer?.status}` },
  failed: { ...failed, complaint: ({ failure }) => `ended in an error: ${failure}` },
  timedOut: { ...failed, complaint: () => 'was not answered in time' },
  lost: { ...failed, complaint: null },
  received: { isOpen: false, isTaken: false, happening: null, complaint: null },
} satisfies { readonly [outcome: string]: OutcomeRow }

/**
 * What became of an attempt: `captured`, kept by the bank as no handler is connected; `open`, not answered yet; `delivered`; `refused`,
 * answered without success; `failed`, the handler threw; `timedOut`; `lost`, the answer never came back; `received`, a request from
 * elsewhere.
 */
export type PushOutcome = keyof typeof outcomeRows
export const pushOutcomes: { readonly [Outcome in PushOutcome]: OutcomeRow } = outcomeRows
