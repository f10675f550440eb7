/** What can be done to what is open: the decisions on a payment, and the removal of faults, restrictions, registrations and modes. */
import { useEffect, useState } from 'preact/hooks'
import { mayBe, type WireStatus, type WireStep } from '../../../../../core/wires/wire-status.ts'
import type { InForce, Standing } from '../../trace-data.ts'
import { day, Section, time } from '../parts.tsx'
import type { View } from '../view.ts'
import type { Control, Given } from './control.ts'
import type { Calls } from './use-calls.ts'

const decisions: readonly (readonly [label: string, call: string, step: WireStep])[] = [
  ['Approve', 'approveWire', 'approve'],
  ['Reject…', 'rejectWire', 'reject'],
  ['Hold', 'holdWire', 'hold'],
  ['Reverse', 'reverseWire', 'reverse'],
]

/** The decisions that the present status of the opened payment allows. */
export function Decisions({ view, calls }: { readonly view: View; readonly calls: Calls }) {
  const { bank, payment = 0, states } = view
  const { status = '' } = states(bank.steps.length - 1).payments.get(payment) ?? {}
  const named = { id: bank.payments[payment]?.id ?? '' }
  const open = decisions.filter(([, , step]) => mayBe(step, status as WireStatus))
  return (
    <fieldset>
      <legend>Now {status}</legend>
      {open.map(([label, name]) => (
        <button
          key={name}
          type="button"
          onClick={() => (label.endsWith('…') ? calls.open(name, 'Reject', view, named) : calls.make(name, { named }))}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

const modes: Readonly<Record<string, string>> = {
  held: 'held back',
  beforeAnswer: 'delivered before the answer to the request that causes them',
}

/** The calls that this page makes by its own buttons. */
export const actionNames = [
  ...decisions.map(([, call]) => call),
  ...['clearFault', 'removeInternalRestriction', 'removeRegistration', 'resumePushes', 'restoreSnapshot'],
]

interface Props {
  readonly inForce: InForce
  readonly control: Control
  readonly calls: Calls
}

export function InForceView({ inForce, control, calls }: Props) {
  const { faults, restrictions, registrations, pushMode } = inForce
  const [snapshots, setSnapshots] = useState<readonly Standing[]>([])
  useEffect(() => {
    control.ask({ method: 'GET', path: '/snapshots' }).then(({ isDone, value }) => {
      const kept = isDone ? (value as readonly { readonly id: string; readonly now: string }[]) : []
      setSnapshots(kept.map(({ id, now }) => ({ id, text: `${id}, ${day(now)} ${time(now)}` })))
    })
  }, [control, calls.clicks.length])
  const mode = modes[pushMode]
  const byId = ({ id, partner }: Standing): Given => ({ named: { id, ...(partner && { partner }) } })
  const list = (
    name: string,
    all: readonly Standing[],
    call: string,
    given: (each: Standing) => Given = byId,
    act = 'Remove',
  ) => (
    <Section name={name} count={all.length} none="None.">
      <ul class="due in-force">
        {all.map((each) => (
          <li key={each.id}>
            <span>{each.text}</span>
            <button type="button" aria-label={`${act} ${each.text}`} onClick={() => calls.make(call, given(each))}>
              {act}
            </button>
          </li>
        ))}
      </ul>
    </Section>
  )
  return (
    <>
      {list('Faults', faults, 'clearFault')}
      {list('Restrictions', restrictions, 'removeInternalRestriction')}
      {list('Registrations', registrations, 'removeRegistration')}
      {list('Push mode', mode ? [{ id: '', text: `Pushes are ${mode}` }] : [], 'resumePushes', () => ({ named: {} }))}
      {list('Snapshots', snapshots, 'restoreSnapshot', ({ id }) => ({ named: {}, body: { id } }), 'Restore')}
    </>
  )
}
