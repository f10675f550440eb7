/** The whole page: what is looked at now, and the parts that show it. */
import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { TraceData } from '../trace-data.ts'
import { addressOf, placeIn, replaceAddress, within } from './address.ts'
import { testTextOf } from './as-test.ts'
import { copyText } from './clipboard.ts'
import { everything, type Filter, stepsShown } from './filter.ts'
import { Header } from './header.tsx'
import { Help } from './help.tsx'
import { useKeys } from './keys.ts'
import { PaymentView } from './payment-view.tsx'
import { Scope } from './scope.tsx'
import { StateView } from './state-view.tsx'
import { statesOf } from './states.ts'
import { StepList } from './step-list.tsx'
import { StepView } from './step-view.tsx'
import { useTheme } from './theme.ts'
import { Toolbar } from './toolbar.tsx'
import { usePlace } from './use-place.ts'

interface Props {
  readonly data: TraceData
  /** Where the page follows a bank: what it says of that, and how many steps were left out at the beginning. */
  readonly live?: { readonly view: ComponentChildren; readonly left: number }
}

export function App({ data, live }: Props) {
  const { banks, firstDifference } = data
  const sizes = useMemo(() => banks.map(({ steps }) => steps.length), [banks])
  const [place, setPlace] = usePlace(data, sizes, live?.left)
  const [filter, setFilter] = useState<Filter>(everything)
  const [payment, setPayment] = useState<number | undefined>()
  const [account, setAccount] = useState(0)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [notice, setNotice] = useState('')
  const [isDark, toggleTheme] = useTheme()
  const search = useRef<HTMLInputElement>(null)

  const bank = banks[place.bank] as (typeof banks)[number]
  const states = useMemo(() => statesOf(bank.steps), [bank])
  const listed = useMemo(() => banks.map((each) => stepsShown(each, filter)), [banks, filter])
  const listedIn = useMemo(() => listed.map((steps) => new Set(steps.map(({ number }) => number))), [listed])
  const shown = listedIn[place.bank] ?? new Set()

  const go = useCallback(
    (step: number, on?: number) =>
      setPlace((before) => {
        const side = on ?? before.bank
        return { step: within(step, sizes[side] ?? 1), bank: side }
      }),
    [sizes],
  )
  /** To the next step that is listed, in one direction; from where the last key has led, even if that is not drawn yet. */
  const move = (by: 1 | -1) =>
    setPlace((before) => {
      const [size, shown] = [sizes[before.bank] ?? 1, listedIn[before.bank]]
      let step = before.step + by
      while (step >= 0 && step < size && !shown?.has(step)) step += by
      return step >= 0 && step < size ? { ...before, step } : before
    })
  const switchBank = () => {
    const other = (place.bank + 1) % banks.length
    setPayment(undefined)
    setAccount(0)
    go(place.step, other)
  }
  const copy = async () =>
    setNotice((await copyText(testTextOf(bank))) ? 'The test is copied.' : 'It could not be copied.')

  useEffect(() => {
    const address = addressOf(place)
    if (location.hash !== address) replaceAddress(address)
  }, [place])
  useEffect(() => {
    const follow = () => {
      const named = placeIn(location.hash, sizes)
      if (named) setPlace(named)
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [sizes])

  useKeys({
    next: () => move(1),
    previous: () => move(-1),
    first: () => go(0),
    last: () => go(bank.steps.length - 1),
    search: () => search.current?.focus(),
    refusals: () => setFilter((before) => ({ ...before, isRefusalsOnly: !before.isRefusalsOnly })),
    bank: () => banks.length > 1 && switchBank(),
    firstDifference: () => firstDifference !== null && go(firstDifference),
    theme: toggleTheme,
    help: () => setHelpOpen((before) => !before),
    leave: () => {
      setHelpOpen(false)
      setPayment(undefined)
    },
  })

  return (
    <div class={`page ${banks.length > 1 ? 'two' : ''}`}>
      <Header
        data={data}
        live={live?.view}
        isDark={isDark}
        onTheme={toggleTheme}
        onCopy={bank.journal ? copy : undefined}
        onHelp={() => setHelpOpen(true)}
      />
      <Toolbar
        filter={filter}
        setFilter={setFilter}
        search={search}
        data={data}
        place={place}
        onBank={switchBank}
        onFirstDifference={() => firstDifference !== null && go(firstDifference)}
      />
      <Scope
        bank={bank}
        step={place.step}
        firstDifference={firstDifference}
        account={account}
        setAccount={setAccount}
        go={go}
        shown={shown}
      />
      <main class="panes">
        <StepList data={data} listed={listed} place={place} go={go} />
        <StepView bank={bank} number={place.step} onPayment={setPayment} />
        <div class="pane pane-state">
          {payment !== undefined && (
            <PaymentView
              bank={bank}
              payment={payment}
              now={states(place.step)}
              go={go}
              onClose={() => setPayment(undefined)}
            />
          )}
          <StateView
            bank={bank}
            step={place.step}
            states={states}
            account={account}
            setAccount={setAccount}
            onPayment={setPayment}
          />
        </div>
      </main>
      <p class="notice" role="status" aria-live="polite">
        {notice}
      </p>
      {isHelpOpen && <Help onClose={() => setHelpOpen(false)} hasTwo={banks.length > 1} />}
    </div>
  )
}
