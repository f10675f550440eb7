/** Why a fault that a test injected never took effect, and what to do about it. */
import type { Bank } from '../../bank/bank.ts'
import { callsThatCan, canStrike } from '../../contract/fault-calls.ts'
import { faultKinds } from '../../core/faults/fault-kinds.ts'
import type { FaultState } from '../../core/faults/state.ts'
import { count } from '../../core/kernel/count.ts'

type Struck = (typeof faultKinds)[keyof typeof faultKinds]['strikes']

const ADVICE: { readonly [What in Struck]: string } = {
  request: 'Let the code under test make the call after the fault is injected',
  push: 'Connect a handler, register for the event, and await bank.settled()',
  batch: 'Advance the clock to a batch with wires',
}

export function adviceFor({ kind, nth, met }: FaultState): string {
  if (nth !== null && met > 0) return `Let another come (a retry, say), or inject the fault with nth: ${met}`
  const row: { isOfSignature?: true; needsAnother?: true; pushesGoFirst?: true } = faultKinds[kind]
  const usual = ADVICE[faultKinds[kind].strikes]
  if (row.isOfSignature)
    return `${usual}. The registration needs a secret: give it one with bank.webhooks.sign(id), or give all of them one with assume: { 'webhooks.secret': '…' }`
  if (row.needsAnother) return `${usual} while another push waits, too`
  return row.pushesGoFirst ? 'Let the code under test make a call that causes a push to a connected handler' : usual
}

export function reasonFor(bank: Bank, fault: FaultState): string {
  const { met, nth, predicate } = fault
  if (nth !== null && met > 0)
    return `it waits for occurrence ${nth}, and there ${met === 1 ? 'was' : 'were'} only ${met}`
  const came = predicate === null ? undefined : 'its `when` never returned true'
  return { request: ofRequest, push: ofPush, batch: ofBatch }[faultKinds[fault.kind].strikes](bank, fault, came)
}

function ofBatch(_: Bank, { count: most }: FaultState): string {
  return most === null
    ? 'no batch was released after it was injected'
    : `no batch of more than ${count(most, 'wire')} was released after it was injected`
}

function ofRequest(bank: Bank, { endpoint, kind }: FaultState, came: string | undefined): string {
  const asked = bank.requests.filter((request) =>
    endpoint === null ? request.endpoint !== null && canStrike(kind, request.endpoint) : request.endpoint === endpoint,
  )
  if (asked.length > 0) return came ?? `${count(asked.length, 'request')} came, but it could affect none`
  if (endpoint !== null) return `${endpoint} was never called`
  const calls = callsThatCan(kind)
  return `the bank received no request${calls ? ` for the calls that ${calls.words}` : ''}`
}

function ofPush(bank: Bank, { event }: FaultState, came: string | undefined): string {
  const sent = bank.pushes.filter(
    ({ eventName, outcome }) => (event === null || event === eventName) && outcome !== 'captured',
  )
  if (sent.length > 0) return came ?? `${count(sent.length, 'push', 'pushes')} went out, but it could affect none`
  const captured = bank.pushes.some(({ eventName }) => event === null || event === eventName)
  if (captured) return 'its pushes were only recorded, because no handler is connected'
  return event === null ? 'no push went out' : `no push of ${event} went out`
}
