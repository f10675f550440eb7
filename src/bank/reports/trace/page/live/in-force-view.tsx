/** What can be done to what is open: the decisions on a payment, and the removal of faults, restrictions, registrations and modes. */
import { mayBe, type WireStatus, type WireStep, wireStatuses } from '../../../../../core/wires/wire-status.ts'
import type { InForce, Standing } from '../../trace-data.ts'
import { money, Section, short } from '../parts.tsx'
import type { View } from '../view.ts'
import type { Given } from './control.ts'
import type { Calls } from './use-calls.ts'

const decisions: readonly (readonly [label: string, call: string, step: WireStep])[] = [
  ['Approve', 'approveWire', 'approve'],
  ['Reject…', 'rejectWire', 'reject'],
  ['Hold', 'holdWire', 'hold'],
  ['Reverse', 'reverseWire', 'reverse'],
]

/** The decisions on the opened payment, always at the same places. Its present status allows some of them. */
export function Decisions({ view, calls }: { readonly view: View; readonly calls: Calls }) {
  const { bank, payment = 0, states } = view
  const { status = '', waitsFor } = states(bank.steps.length - 1).payments.get(payment) ?? {}
  const { id = '', amount = 0 } = bank.payments[payment] ?? {}
  const named = { id }
  const isHeld = status === 'Hold' && waitsFor !== wireStatuses.Hold.waitsFor
  const title = `Reject ${short(id)}, ${money(amount)}`
  return (
    <fieldset>
      <legend>Now {status}</legend>
      {decisions.map(([label, name, step]) => (
        <button
          key={name}
          type="button"
          disabled={!mayBe(step, status as WireStatus) || (isHeld && step === 'hold')}
          onClick={() => (step === 'reject' ? calls.open(name, title, view, named) : calls.make(name, { named }))}
        >
          {isHeld && step === 'approve' ? 'Release' : label}
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
  ...['clearFault', 'removeInternalRestriction', 'removeRegistration', 'resumePushes'],
]

interface Props {
  readonly inForce: InForce
  readonly calls: Calls
}

export function InForceView({ inForce, calls }: Props) {
  const { faults, restrictions, registrations, pushMode } = inForce
  const mode = modes[pushMode]
  const byId = ({ id, partner }: Standing): Given => ({ named: { id, ...(partner && { partner }) } })
  const list = (name: string, all: readonly Standing[], call: string, given: (each: Standing) => Given = byId) => (
    <Section name={name} count={all.length} none="None.">
      <ul class="due in-force">
        {all.map((each) => (
          <li key={each.id}>
            <span>{each.text}</span>
            <button type="button" aria-label={`Remove ${each.text}`} onClick={() => calls.make(call, given(each))}>
              Remove
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
    </>
  )
}
