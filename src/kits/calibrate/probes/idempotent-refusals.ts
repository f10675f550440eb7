/** Whether a refusal is given again to a repeat whose cause is mended: a registration for an event that has one. (§4) */
import type { Tell } from '../probe.ts'
import type { Service } from '../service.ts'
import type { Answer } from '../traffic.ts'
import { fieldOf, textIn } from './field.ts'
import type { Keyed } from './keyed.ts'

/** Events of which one is hardly ever registered for. */
const RARE = ['Core.SubAccount.Title.Changed', 'Core.SubAccount.Closed', 'Core.Restriction.Removed'] as const

const ID = 'idempotency.refusals'

export async function refusalsAgain(tell: Tell, { service, newKey }: Keyed): Promise<void> {
  const { partnerId } = service.credentials
  if (partnerId === undefined) return tell.untold(ID, 'credentials.partnerId was not given')
  const eventName = await freeEvent(service, partnerId)
  if (eventName === undefined)
    return tell.untold(ID, `there are registrations for ${RARE.join(', ')}, or no list of them`)
  const body = { partnerId, eventName, registrationType: 'Push', callbackUrl: 'https://calibrate.invalid/' }
  const key = newKey()
  const made: string[] = []
  const register = async (headers: Record<string, string>): Promise<Answer> => {
    const answer = await service.ask('registerWebhook', { body, headers })
    const id = answer.isDone ? textIn(answer.body, 'id') : undefined
    if (id !== undefined && !made.includes(id)) {
      made.push(id)
      service.leaves('registration', id)
    }
    return answer
  }
  try {
    const first = await register({})
    if (!first.isDone) return tell.untold(ID, `a registration was answered ${first.status}`)
    const second = await register(key)
    if (second.isDone) return tell.untold(ID, 'a second registration for an event is not refused')
    await removeAll(service, made)
    const third = await register(key)
    const seen = `a registration was refused with ${second.status}; once there was no other, its repeat was answered ${third.status}`
    if (third.isDone) tell.agrees(ID, seen)
    else tell.isOther(ID, seen)
  } finally {
    await removeAll(service, made)
  }
}

/** An event for which nobody has registered. */
async function freeEvent(service: Service, partnerId: string): Promise<string | undefined> {
  for (const eventName of RARE) {
    const { isDone, body } = await service.ask('listWebhooks', { query: { partnerId, eventName } })
    const results = fieldOf(body, 'results') ?? body
    if (isDone && Array.isArray(results) && results.every((each) => fieldOf(each, 'eventName') !== eventName))
      return eventName
  }
  return undefined
}

async function removeAll(service: Service, ids: string[]): Promise<void> {
  for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
    const { isDone } = await service.ask('removeWebhook', { parameters: { id } })
    if (isDone) service.gone(id)
  }
}
