/** The whole page: holds what is selected, and renders all parts. */
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { BankTrace, TraceData } from '../trace-data.ts'
import { copyText, testTextOf } from './as-test.ts'
import { Header } from './header.tsx'
import { useKeys } from './keys.ts'
import { everything, type Filter, stepsShown } from './lines.ts'
import { usePlace, within } from './place.ts'
import { Scope } from './scope.tsx'
import { StateView } from './state-view.tsx'
import { statesOf } from './states.ts'
import { StepList } from './step-list.tsx'
import { StepView } from './step-view.tsx'
import { Toolbar } from './toolbar.tsx'
import type { View } from './view.ts'

interface Props {
  readonly data: TraceData
  readonly live?: View['live']
}

export function App({ data, live }: Props) {
  const { banks } = data
  const sizes = useMemo(() => banks.map(({ steps }) => steps.length), [banks])
  const [place, setPlace] = usePlace(data, sizes, live?.left)
  const [filter, setFilter] = useState<Filter>(everything)
  const [payment, setPayment] = useState<number | undefined>()
  const [account, setAccount] = useState(0)
  const [notice, setNotice] = useState('')
  const search = useRef<HTMLInputElement>(null)

  const bank = banks[place.bank] as BankTrace
  const states = useMemo(() => statesOf(bank.steps), [bank])
  const listed = useMemo(() => banks.map((each) => stepsShown(each, filter)), [banks, filter])
  const listedIn = useMemo(() => listed.map((steps) => new Set(steps.map(({ number }) => number))), [listed])
  const shown = listedIn[place.bank] ?? new Set()

  useLayoutEffect(() => {
    setPayment(undefined)
    setAccount(0)
  }, [place.bank])
  const go = useCallback(
    (step: number, on?: number) =>
      setPlace((before) => {
        const side = on ?? before.bank
        return { step: within(step, sizes[side] ?? 1), bank: side }
      }),
    [sizes],
  )
  /** Goes to the next or previous listed step. Starts at the step that the last key press chose, even if it is not rendered yet. */
  const move = (by: 1 | -1) => {
    setNotice('')
    setPlace((before) => {
      const [size, shown] = [sizes[before.bank] ?? 1, listedIn[before.bank]]
      let step = before.step + by
      while (step >= 0 && step < size && !shown?.has(step)) step += by
      return step >= 0 && step < size ? { ...before, step } : before
    })
  }
  const copy = async () =>
    setNotice(
      (await copyText(testTextOf(bank, bank === banks[0] ? data : undefined)))
        ? 'The test is copied.'
        : 'The test could not be copied.',
    )

  useKeys({
    next: () => move(1),
    previous: () => move(-1),
    search: () => search.current?.focus(),
    leave: () => setPayment(undefined),
  })

  const present = { data, bank, states, place, filter, listed, shown, account, payment, live }
  const changing = { go, setFilter, setAccount, setPayment, search, copy: bank.journal ? copy : undefined }
  const view: View = { ...present, ...changing }
  return (
    <div class={`page ${banks.length > 1 ? 'two' : ''}`} onClickCapture={() => setNotice('')}>
      <Header {...view} />
      <Toolbar {...view} />
      <Scope {...view} />
      <main class="panes">
        <StepList {...view} />
        <StepView {...view} />
        <StateView {...view} />
      </main>
      <p class="notice" role="status" aria-live="polite">
        {notice}
      </p>
    </div>
  )
}
