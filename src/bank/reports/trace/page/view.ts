/** What is looked at now, and what changes it. Each part of the page takes of it what it shows. */
import type { ComponentChildren, RefObject } from 'preact'
import type { Dispatch, StateUpdater } from 'preact/hooks'
import type { BankTrace, TraceData } from '../trace-data.ts'
import type { Actions } from './keys.tsx'
import type { Filter, ListedStep } from './lanes.ts'
import type { Place } from './place.ts'
import type { StateNow } from './states.ts'

export interface View {
  readonly data: TraceData
  /** The one of its banks that is looked at, and the state of that after each step. */
  readonly bank: BankTrace
  readonly states: (step: number) => StateNow
  readonly place: Place
  /** To a step, of this bank or of the other. */
  readonly go: (step: number, bank?: number) => void
  readonly filter: Filter
  readonly setFilter: Dispatch<StateUpdater<Filter>>
  readonly search: RefObject<HTMLInputElement | null>
  /** The steps of each bank that are listed, and the numbers of them. */
  readonly listed: readonly (readonly ListedStep[])[]
  readonly shown: ReadonlySet<number>
  /** The account whose balance is plotted. */
  readonly account: number
  readonly setAccount: (account: number) => void
  /** The payment that is opened. */
  readonly payment: number | undefined
  readonly setPayment: (payment: number | undefined) => void
  /** What keys do, and buttons too. */
  readonly actions: Actions
  /** Absent where the journal is not whole. */
  readonly copy: (() => void) | undefined
  readonly isDark: boolean
  /** The words of a live page about the bank that it follows. */
  readonly live: ComponentChildren
}
