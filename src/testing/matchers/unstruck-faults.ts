/** Faults that never struck: the test meant something to go wrong, and nothing did. (§7) */
import type { Bank } from '../../bank/bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { callsThatCan, canStrike } from '../../contract/fault-calls.ts'
import { faultIdOf } from '../../core/faults/fault.ts'
import { faultKinds } from '../../core/faults/fault-kinds.ts'
import type { FaultState } from '../../core/faults/state.ts'
import { count } from '../../core/kernel/count.ts'
import { type LooseEnd, looseEnd } from './loose-end.ts'

/** The faults that never struck, but for those that the test cleared, and outages: those last for a time alone, and need no call. */
export function unstruckFaults(bank: Bank): LooseEnd[] {
  const { injected } = bank.world.faults
  return Array.from(injected, (fault, slot) => ({ fault, id: faultIdOf(bank.world, slot) }))
    .filter(({ fault: { struck, isCleared } }) => struck === 0 && !isCleared)
    .filter(({ fault: { until, nth, uses } }) => until === null || nth !== null || uses !== null)
    .map(({ fault, id }) =>
      looseEnd('fault', {
        fact: `the fault "${fault.kind}"${placeOf(fault)} never struck: ${reasonFor(bank, fault)}`,
        advice: adviceFor(fault),
        otherwise: `clear it with bank.faults.clear("${id}"), or say that this test may leave it behind: looseEnds with { unstruckFaults: true }`,
        section: '§7',
      }),
    )
}

type Struck = (typeof faultKinds)[keyof typeof faultKinds]['strikes']

const ADVICE: { readonly [What in Struck]: string } = {
  request: 'Let the code under test make the call after it is injected',
  push: 'Connect a handler, register for the event, and await bank.settled()',
  batch: 'Advance the clock to a batch with wires',
}

function adviceFor({ kind }: FaultState): string {
  const row: { isOfSignature?: true; needsAnother?: true; pushesGoFirst?: true } = faultKinds[kind]
  const usual = ADVICE[faultKinds[kind].strikes]
  if (row.isOfSignature)
    return `${usual}, of a registration with a secret: its own, by bank.webhooks.sign(id), or that of all, by assume: { 'webhooks.secret': '…' }`
  if (row.needsAnother) return `${usual}, with another push behind it`
  return row.pushesGoFirst ? 'Let the code under test make a call that causes a push to a connected handler' : usual
}

function placeOf({ endpoint, event }: FaultState): string {
  if (endpoint !== null) return ` of ${endpoint}`
  return event === null ? '' : ` of ${event}`
}

function reasonFor(bank: Bank, fault: FaultState): string {
  const { met, nth, predicate } = fault
  if (nth !== null && met > 0)
    return `it strikes occurrence ${nth} alone, and there ${met === 1 ? 'was' : 'were'} ${met}`
  const came = predicate === null ? undefined : 'its `when` never held'
  return { request: ofRequest, push: ofPush, batch: ofBatch }[faultKinds[fault.kind].strikes](bank, fault, came)
}

function ofBatch(_: Bank, { count: most }: FaultState): string {
  return most === null
    ? 'no batch was released since'
    : `no batch of more than ${count(most, 'wire')} was released since`
}

function ofRequest(bank: Bank, { endpoint, kind }: FaultState, came: string | undefined): string {
  const asked = bank.requests.filter((request) =>
    endpoint === null ? request.endpoint !== null && canStrike(kind, request.endpoint) : request.endpoint === endpoint,
  )
  if (asked.length > 0) return came ?? `${count(asked.length, 'request')} came, and none while it could strike`
  if (internalsOf(bank).goneRequests > 0) return 'no request came that it could strike'
  if (endpoint !== null) return `${endpoint} was never asked`
  const calls = callsThatCan(kind)
  return `the bank received no request${calls ? ` of those that ${calls.words}` : ''}`
}

function ofPush(bank: Bank, { event }: FaultState, came: string | undefined): string {
  const sent = bank.pushes.filter(
    ({ eventName, outcome }) => (event === null || event === eventName) && outcome !== 'captured',
  )
  if (sent.length > 0) return came ?? `${count(sent.length, 'push', 'pushes')} went out, and none while it could strike`
  const captured = bank.pushes.some(({ eventName }) => event === null || event === eventName)
  if (captured) return 'its pushes were captured, as no handler is connected'
  return event === null ? 'no push went out' : `no push of ${event} went out`
}
