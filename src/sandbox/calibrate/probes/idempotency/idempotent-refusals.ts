/** Whether a refusal is given again to a repeat whose cause is mended: a registration for an event that has one. (§4) */
import type { Tell } from '../../probe.ts'
import { BriefRegistrations } from '../webhooks/brief-registrations.ts'
import type { Keyed } from './keyed.ts'

/** Events of which one is hardly ever registered for. */
const RARE = ['Core.SubAccount.Title.Changed', 'Core.SubAccount.Closed', 'Core.Restriction.Removed'] as const

const ID = 'idempotency.refusals'

export async function refusalsAgain(tell: Tell, { service, newKey }: Keyed): Promise<void> {
  const { partnerId } = service.credentials
  if (partnerId === undefined) return tell.unknown(ID, 'credentials.partnerId was not given')
  const registrations = new BriefRegistrations(service, partnerId)
  const eventName = await registrations.freeOf(RARE)
  if (eventName === undefined) {
    return tell.unknown(ID, `there are registrations for ${RARE.join(', ')}, or no list of them`)
  }
  const key = newKey()
  try {
    const first = await registrations.register(eventName)
    if (!first.isDone) return tell.unknown(ID, `a registration was answered ${first.status}`)
    const second = await registrations.register(eventName, key)
    if (second.isDone) return tell.unknown(ID, 'a second registration for an event is not refused')
    if (!(await registrations.removeAll())) return tell.unknown(ID, 'the first registration could not be removed')
    const third = await registrations.register(eventName, key)
    const seen = `a registration was refused with ${second.status}; once there was no other, its repeat was answered ${third.status}`
    if (third.isDone) tell.agrees(ID, seen)
    else tell.differs(ID, seen)
  } finally {
    await registrations.removeAll()
  }
}
