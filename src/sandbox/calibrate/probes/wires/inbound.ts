/** Inbound wires, as the simulator of the service makes them: messages that bring no money. (§2.5) */

import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Probe } from '../../probe.ts'
import { type WireRecord, wireIn } from '../../wire-records.ts'
import type { Fields } from '../field.ts'
import { make } from '../making.ts'
import { ACCEPTED, smallestAmount } from './amounts.ts'
import { isAccepted, readUntil } from './reading.ts'
import { inboundMessage } from './requests.ts'

/** Simulates an inbound wire; undefined where it is refused. */
export async function simulate(
  service: Service,
  request: Fields,
): Promise<(WireRecord & { readonly id: string }) | undefined> {
  const answer = await make(service, 'simulation', request)
  if (!isAccepted(answer, 'a simulation of an inbound wire')) return undefined
  const record = wireIn(answer.body)
  if (record === undefined) throw new Inconclusive('the answer to a simulation of an inbound wire has no id')
  return record
}

export const inboundProbes: readonly Probe[] = [
  {
    name: 'the fields of a simulation',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'simulates a drawdown request that comes in, which brings no money, and the same without each field',
    tells: { 'wires.inboundRequiredFields': ACCEPTED },
    async run(service, tell) {
      const message = inboundMessage(service.accountNumber)
      const request = { ...message, businessFunctionCode: 'DRC', amount: await smallestAmount(service) }
      if ((await simulate(service, message)) === undefined) {
        return tell.differs('wires.inboundRequiredFields', 'a service message without an amount is refused')
      }
      if ((await simulate(service, request)) === undefined) {
        return tell.differs('wires.inboundRequiredFields', 'refused without beneficiaryReference')
      }
      const optional: string[] = []
      for (const field of Object.keys(request)) {
        if ((await simulate(service, { ...request, [field]: undefined })) !== undefined) optional.push(field)
      }
      if (optional.length > 0) tell.differs('wires.inboundRequiredFields', `accepted without ${optional.join(', ')}`)
      else tell.agrees('wires.inboundRequiredFields', 'accepted with these, refused without any one of them')
    },
  },
  {
    name: 'the life of an inbound message',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'simulates a service message that comes in, and looks until it is completed',
    tells: {},
    async run(service) {
      const record = await simulate(service, inboundMessage(service.accountNumber))
      if (record === undefined) return
      await readUntil(service, record.id, ({ status }) => status === 'Completed' || status === 'Rejected')
    },
  },
]
