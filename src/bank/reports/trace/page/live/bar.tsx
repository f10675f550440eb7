/** The console: buttons for frequent calls of the control API, and a list of all other calls. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { View } from '../view.ts'
import { lineOf } from './as-line.ts'
import { type Asking, CallForm } from './call-form.tsx'
import { choicesFor } from './choices.ts'
import { type Click, Clicked } from './clicked.tsx'
import { bodyOf, type Call, type Control, type Given } from './control.ts'

/** A button that has a body, or null for a call without a body, makes its call at once. Any other button opens a form. */
type Button = readonly [label: string, call: string, body?: object | null]

// biome-ignore format: read it as a table
const groups: Readonly<Record<string, readonly Button[]>> = {
  Clock: [['Next batch', 'advanceClockToNextBatch', null], ['An hour', 'advanceClock', { hours: 1 }], ['A day', 'advanceClock', { days: 1 }], ['To…', 'advanceClockTo']],
  Wires: [['Inbound…', 'simulateInbound'], ['Approve…', 'approveWire'], ['Reject…', 'rejectWire'], ['Hold…', 'holdWire'], ['Reverse…', 'reverseWire']],
  Trouble: [['Restrict…', 'placeInternalRestriction'], ['Fault…', 'injectFault']],
  Pushes: [['Keep back', 'holdPushes', null], ['Let go', 'resumePushes', null], ['Deliver…', 'deliverPush'], ['Drop…', 'dropPush'], ['Duplicate…', 'duplicatePush']],
  State: [['Snapshot', 'keepSnapshot', null], ['Restore…', 'restoreSnapshot'], ['Reset…', 'resetBank'], ['Credentials…', 'readBank']],
}

export function Bar({ view, control }: { readonly view: View; readonly control: Control }) {
  const [calls, setCalls] = useState<readonly Call[]>([])
  const [asking, setAsking] = useState<Asking | undefined>()
  const [clicks, setClicks] = useState<readonly Click[]>([])
  const number = useRef(0)
  const [outcome, setOutcome] = useState({ isDone: true, text: '' })
  useEffect(() => {
    control.calls().then(setCalls)
  }, [control])

  const ask = async (call: Call, given: Given) => {
    const answered = await control.ask(call, given)
    const { isDone, value } = answered
    setOutcome({ isDone, text: isDone ? `Done: ${call.summary}` : String(value) })
    if (isDone && call.method !== 'GET') {
      const click = { line: lineOf(call, given, value), curl: control.curlOf(call, given), answer: value }
      setClicks((before) => [...before, click])
    }
    return answered
  }
  const open = async (call: Call, label: string) => {
    const choices = await choicesFor(call, calls, control, view)
    number.current += 1
    setAsking({ number: number.current, call, label, start: startOf(call, view, clicks), choices })
  }
  const press = ([label, name, body]: Button) => {
    const call = calls.find(({ operationId }) => operationId === name) as Call
    if (body === undefined) open(call, label.replace('…', ''))
    else ask(call, { named: {}, body: body ?? undefined })
  }
  return (
    <section class="bar" aria-label="Console">
      {Object.entries(groups).map(([legend, buttons]) => (
        <fieldset key={legend}>
          <legend>{legend}</legend>
          {buttons.map((button) => (
            <button key={button[0]} type="button" disabled={calls.length === 0} onClick={() => press(button)}>
              {button[0]}
            </button>
          ))}
        </fieldset>
      ))}
      <Others calls={calls} open={(call) => open(call, call.summary.split(/[,;:.]/)[0] ?? '')} />
      <span class={outcome.isDone ? 'told' : 'told refusal'} role={outcome.isDone ? 'status' : 'alert'}>
        {outcome.text}
      </span>
      <Clicked clicks={clicks} seed={view.bank.seed} />
      {asking && <CallForm key={asking.number} {...asking} ask={ask} close={() => setAsking(closed(asking))} />}
    </section>
  )
}

/** Closes a form, unless another form has replaced it. */
const closed = (closing: Asking) => (now: Asking | undefined) => (now === closing ? undefined : now)

/** Returns the body that a form opens with: the present time of the clock, the last snapshot, or the example of the call. */
function startOf(call: Call, { bank }: View, clicks: readonly Click[]): object | undefined {
  const last = bank.steps.at(-1)
  if (call.operationId === 'advanceClockTo') return { to: last?.until ?? last?.at }
  const kept = clicks.findLast(({ line }) => line.startsWith('const snapshot'))?.answer
  return (call.operationId === 'restoreSnapshot' && (kept as object)) || bodyOf(call)?.example
}

const shown = Object.values(groups).flatMap((buttons) => buttons.map(([, call]) => call))

function Others({ calls, open }: { readonly calls: readonly Call[]; readonly open: (call: Call) => void }) {
  const [name, setName] = useState('')
  const others = calls.filter(({ operationId }) => !shown.includes(operationId))
  const call = others.find(({ operationId }) => operationId === name)
  return (
    <span class="others">
      <select aria-label="Other calls" value={name} onChange={({ currentTarget }) => setName(currentTarget.value)}>
        <option value="">Other calls</option>
        {others.map(({ operationId }) => (
          <option key={operationId}>{operationId}</option>
        ))}
      </select>
      <button type="button" disabled={!call} onClick={() => call && open(call)}>
        Open…
      </button>
    </span>
  )
}
