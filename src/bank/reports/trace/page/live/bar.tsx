/** The console: the time at the bank, buttons for frequent calls of the control API, and a list of all other calls. */
import { useEffect, useState } from 'preact/hooks'
import { day, Folded, time } from '../parts.tsx'
import type { View } from '../view.ts'
import { CallForm } from './call-form.tsx'
import { Clicked } from './clicked.tsx'
import type { Call, Control, ListedBank } from './control.ts'
import { actionNames } from './in-force-view.tsx'
import type { Calls } from './use-calls.ts'
import { resultOf } from './words.ts'

/** A button that has a body, or null for a call without a body, makes its call at once. Any other button opens a form. */
type Button = readonly [label: string, call: string, body?: object | null]

// biome-ignore format: read it as a table
const groups: Readonly<Record<string, readonly Button[]>> = {
  Clock: [['Next batch', 'advanceClockToNextBatch', null], ['An hour', 'advanceClock', { hours: 1 }], ['A day', 'advanceClock', { days: 1 }], ['To…', 'advanceClockTo']],
  Wires: [['Pay…', 'sendWire'], ['Inbound…', 'simulateInbound']],
  Trouble: [['Fault…', 'injectFault'], ['Restrict…', 'placeInternalRestriction'], ['Outcome…', 'expectOutcome']],
  Pushes: [['Keep back', 'holdPushes', null], ['Deliver…', 'deliverPush'], ['Drop…', 'dropPush'], ['Duplicate…', 'duplicatePush']],
  Bank: [['Snapshot', 'keepSnapshot', null], ['Restore…', 'restoreSnapshot'], ['Reset…', 'resetBank'], ['Credentials…', 'readBank']],
}

interface Props {
  readonly view: View
  readonly control: Control
  readonly calls: Calls
}

export function Bar({ view, control, calls }: Props) {
  const { all, clicks, outcome, asking, ask, make, open } = calls
  const { bank } = view
  const last = bank.steps.at(-1)
  const now = last?.until ?? last?.at ?? ''
  const made = bank.payments.findIndex(({ id }) => id === (outcome?.value as { id?: string } | null | undefined)?.id)
  // A person looks at what their own call did, not at an earlier step or payment.
  useEffect(() => {
    if (!outcome?.isDone) return
    view.go(bank.steps.length - 1)
    if (made >= 0) view.setPayment(made)
  }, [outcome, made >= 0])
  const press = ([label, name, body]: Button) => {
    if (body === undefined) open(name, label.replace('…', ''), view)
    else make(name, { named: {}, body: body ?? undefined })
  }
  return (
    <section class="bar" aria-label="Console">
      <p class="now">
        {day(now)} <time dateTime={now}>{time(now)}</time>
      </p>
      {Object.entries(groups).map(([legend, buttons]) => (
        <fieldset key={legend}>
          <legend>{legend}</legend>
          {buttons.map((button) => (
            <button key={button[0]} type="button" disabled={all.length === 0} onClick={() => press(button)}>
              {button[0]}
            </button>
          ))}
        </fieldset>
      ))}
      <Others calls={all} open={(call) => open(call.operationId, call.summary.split(/[,;:.]/)[0] ?? '', view)} />
      {outcome && (
        <p class={outcome.isDone ? 'result' : 'result refusal'} role={outcome.isDone ? 'status' : 'alert'}>
          {outcome.isDone ? resultOf(outcome, view) : String(outcome.value)}
        </p>
      )}
      <Clicked clicks={clicks} />
      <Banks control={control} clicked={clicks.length} />
      {asking && <CallForm key={asking.number} {...asking} ask={ask} />}
    </section>
  )
}

const shown = [...Object.values(groups).flatMap((buttons) => buttons.map(([, call]) => call)), ...actionNames]

function Others({ calls, open }: { readonly calls: readonly Call[]; readonly open: (call: Call) => void }) {
  const [name, setName] = useState('')
  const others = calls.filter(({ operationId }) => !shown.includes(operationId))
  const call = others.find(({ operationId }) => operationId === name)
  return (
    <fieldset class="others">
      <legend>More</legend>
      <select aria-label="Other calls" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
        <option value="">Other calls</option>
        {others.map(({ operationId }) => (
          <option key={operationId}>{operationId}</option>
        ))}
      </select>
      <button type="button" disabled={!call} onClick={() => call && open(call)}>
        Open…
      </button>
    </fieldset>
  )
}

/** The banks of the server. A click may have opened another one. */
function Banks({ control, clicked }: { readonly control: Control; readonly clicked: number }) {
  const [banks, setBanks] = useState<readonly ListedBank[]>([])
  useEffect(() => {
    control.banks().then(setBanks)
  }, [control, clicked])
  return (
    <Folded name="Banks" count={banks.length}>
      <ul>
        {banks.map(({ url, name }) => (
          <li key={url}>
            <a href={`${url}/trace/live`} aria-current={url === control.url ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </Folded>
  )
}
