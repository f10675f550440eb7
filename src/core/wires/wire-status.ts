/** The status values of a wire. A new one is a row here, and a transition in outbound.ts, inbound.ts, batch.ts or desk.ts. (§3) */
import { keysOf } from '../kernel/keys.ts'

/** A step of a wire, taken by its timers, by the operations team or by the partner. */
export type WireStep = 'review' | 'hold' | 'approve' | 'release' | 'reject' | 'cancel' | 'reverse'

interface StatusRow {
  readonly may: readonly WireStep[]
  /** What the wire waits for on the clock; null in a final status. */
  readonly waitsFor: string | null
  /** The side that ended the wire before its money moved; null if neither side did. */
  readonly givenUpBy: 'bank' | 'partner' | null
  /** What a partner's own records (its books) may say of the wire: `failed` only once the bank or the partner has ended the wire. */
  readonly booksMaySay: readonly ('pending' | 'completed' | 'failed' | 'unknown')[]
  /** The sentence that explains the status. */
  readonly why: (wire: WireTimes, refusal: () => string) => string
}

interface WireTimes {
  readonly createdAt: string
  readonly lastModifiedAt?: string
  readonly processedAt?: string
  readonly completedAt?: string
  readonly coreTransactionId?: string
}

const onItsWay = { givenUpBy: null, booksMaySay: ['pending', 'completed', 'unknown'] } satisfies Partial<StatusRow>
const givenUp = { may: [], waitsFor: null, booksMaySay: ['failed', 'unknown'] } satisfies Partial<StatusRow>

const rows = {
  Created: {
    ...onItsWay,
    may: ['review', 'hold', 'reject'],
    waitsFor: 'its review',
    why: ({ createdAt }) => `It was accepted at ${createdAt}, and is not reviewed yet.`,
  },
  Hold: {
    ...onItsWay,
    may: ['hold', 'approve', 'reject', 'cancel'],
    waitsFor: 'the end of its review',
    why: ({ createdAt, lastModifiedAt = createdAt }) =>
      `It has been under review by the operations team since ${lastModifiedAt}.`,
  },
  Pending: {
    ...onItsWay,
    may: ['hold', 'release', 'reject', 'cancel'],
    waitsFor: 'the next batch',
    why: ({ lastModifiedAt }) => `It passed its review, and its money has been reserved since ${lastModifiedAt}.`,
  },
  Batched: {
    ...onItsWay,
    may: [],
    waitsFor: 'the final review of its batch',
    why: ({ lastModifiedAt }) => `It joined a batch at ${lastModifiedAt}, and the batch is reviewed once more.`,
  },
  Processing: {
    ...onItsWay,
    may: [],
    waitsFor: 'the acknowledgement of the central bank',
    why: ({ processedAt }) => `It was released to the central bank at ${processedAt}.`,
  },
  Completed: {
    may: ['reverse'],
    waitsFor: null,
    givenUpBy: null,
    booksMaySay: ['completed'],
    why: ({ completedAt, coreTransactionId }) =>
      coreTransactionId === undefined
        ? `It was completed at ${completedAt}, and moved no money.`
        : `It was posted and completed at ${completedAt}.`,
  },
  Rejected: {
    ...givenUp,
    givenUpBy: 'bank',
    why: ({ lastModifiedAt }, refusal) => `It was refused at ${lastModifiedAt}: ${refusal()}.`,
  },
  Canceled: {
    ...givenUp,
    givenUpBy: 'partner',
    why: ({ lastModifiedAt }) => `The partner withdrew it at ${lastModifiedAt}.`,
  },
} satisfies { readonly [status: string]: StatusRow }

/** A status of a wire. Batched, Processing, Rejected and Canceled are not in the specification, but the service publishes them. */
export type WireStatus = keyof typeof rows

export const wireStatuses: { readonly [Status in WireStatus]: StatusRow } = rows

export const mayBe = (step: WireStep, status: WireStatus): boolean => wireStatuses[status].may.includes(step)

export const statusesFor = (step: WireStep): WireStatus[] =>
  keysOf(wireStatuses).filter((status) => mayBe(step, status))

export const isFinal = (status: WireStatus): boolean => wireStatuses[status].waitsFor === null

export const isGivenUp = (status: WireStatus): boolean => wireStatuses[status].givenUpBy !== null

export const isWireStatus = (text: unknown): text is WireStatus =>
  typeof text === 'string' && Object.hasOwn(wireStatuses, text)
