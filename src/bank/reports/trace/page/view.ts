/** What the page shows, and the functions that change it. These are the props of each part of the page. */
import type { ComponentChildren, RefObject } from 'preact'
import type { Dispatch, StateUpdater } from 'preact/hooks'
import type { BankTrace, TraceData } from '../trace-data.ts'
import type { Filter, ListedStep } from './lines.ts'
import type { Place } from './place.ts'
import type { StateNow } from './states.ts'

export interface View {
  readonly data: TraceData
  /** The selected bank. `states` returns its state after a step. */
  readonly bank: BankTrace
  readonly states: (step: number) => StateNow
  readonly place: Place
  /** Goes to a step of a bank; without `bank`, of the selected one. */
  readonly go: (step: number, bank?: number) => void
  readonly filter: Filter
  readonly setFilter: Dispatch<StateUpdater<Filter>>
  readonly search: RefObject<HTMLInputElement | null>
  /** The listed steps of each bank. `shown` has the numbers of those of the selected bank. */
  readonly listed: readonly (readonly ListedStep[])[]
  readonly shown: ReadonlySet<number>
  readonly account: number
  readonly setAccount: (account: number) => void
  readonly payment: number | undefined
  readonly setPayment: (payment: number | undefined) => void
  /** Copies the trace as a test. Undefined if a part of the journal is missing. */
  readonly copy: (() => void) | undefined
  /** Present if the page follows a bank. */
  readonly live: Live | undefined
}

/** What a page that follows a bank shows besides its trace. */
export interface Live {
  /** The sign that shows whether the page is connected. */
  readonly light: ComponentChildren
  /** The number of steps that are left out at the beginning. */
  readonly left: number
  /** The console. */
  readonly bar: (view: View) => ComponentChildren
  /** What can be done to the selected payment. */
  readonly decisions: (view: View) => ComponentChildren
  readonly inForce: ComponentChildren
}
