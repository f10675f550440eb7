/** What is shown now, and the functions that change it. Each part of the page takes what it needs. */
import type { ComponentChildren, RefObject } from 'preact'
import type { Dispatch, StateUpdater } from 'preact/hooks'
import type { BankTrace, TraceData } from '../trace-data.ts'
import type { Actions } from './keys.tsx'
import type { Filter, ListedStep } from './lanes.ts'
import type { Place } from './place.ts'
import type { StateNow } from './states.ts'

export interface View {
  readonly data: TraceData
  /** The bank that is shown, and its state after each step. */
  readonly bank: BankTrace
  readonly states: (step: number) => StateNow
  readonly place: Place
  /** Goes to a step, of this bank or of the other. */
  readonly go: (step: number, bank?: number) => void
  readonly filter: Filter
  readonly setFilter: Dispatch<StateUpdater<Filter>>
  readonly search: RefObject<HTMLInputElement | null>
  /** The listed steps of each bank, and the numbers of those of the bank that is shown. */
  readonly listed: readonly (readonly ListedStep[])[]
  readonly shown: ReadonlySet<number>
  readonly account: number
  readonly setAccount: (account: number) => void
  readonly payment: number | undefined
  readonly setPayment: (payment: number | undefined) => void
  readonly actions: Actions
  /** Absent where the journal is not whole. */
  readonly copy: (() => void) | undefined
  readonly isDark: boolean
  /** The words of a live page about the bank that it follows. */
  readonly live: ComponentChildren
}
