/** What a registration for an event can be, and how it is managed. Nothing is pushed. (§2.6) */
import { type Fields, fieldOf, idIn, recordsIn, textIn } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import { isLeft, make, makeBriefly, remove, surelyRemove, untrack } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { control, isRefused, NO_ID } from '../asking.ts'
import { agreesBut, agreesIf, differs, is, shownBy, story, type VerdictOn } from '../question.ts'
import { freeNames, freeQuietNames, OWN_NAME, registrationFor } from './registrations.ts'

const UNTYPED = { registrationType: undefined }
const FREE = 'a name has no registration yet, and can be registered for'

export const registering = story({
  tells: {
    'webhooks.eventNames': FREE,
    'webhooks.duplicate': FREE,
    'webhooks.typeField': FREE,
    'webhooks.requiredFields': FREE,
    'webhooks.foreignPartner': FREE,
    'webhooks.management': FREE,
  },
  how: 'registers in every way for events that have no registration yet, and removes each registration',
  scope: 'create',
  async *tell(service) {
    const register = (name: string) => make(service, 'registration', registrationFor(service, name))
    const [ownName] = await freeNames(service, [OWN_NAME])
    const own = ownName === undefined ? undefined : await register(ownName)
    const [name] = own?.isDone ? [OWN_NAME] : await freeQuietNames(service)
    if (name === undefined) throw new Inconclusive('each name that could be tried has a registration already')
    const first = own?.isDone ? own : await register(name)
    const { status, id } = control(first, `a registration for ${name}`)
    if (own?.isDone) yield { 'webhooks.eventNames': is('any', `a registration for ${OWN_NAME} was answered ${status}`) }
    else if (own !== undefined && isRefused(own)) {
      const seen = `${OWN_NAME} was answered ${own.status}, and ${name} ${status}`
      yield { 'webhooks.eventNames': is('listed', seen) }
    }
    if (id === undefined) throw new Inconclusive('the answer to a registration has no id')
    const briefly = (more: Fields) => makeBriefly(service, 'registration', registrationFor(service, name, more))
    yield { 'webhooks.duplicate': await duplicate(service, name, id) }
    yield { 'webhooks.typeField': await typeField(briefly, textIn(first.body, 'type')) }
    yield { 'webhooks.requiredFields': await requiredFields(briefly) }
    // The first registration was the same, but for its partner.
    const foreign = await briefly({ partnerId: NO_ID })
    const seen = `a registration for a partner that is not this one was answered ${foreign.status}`
    yield { 'webhooks.foreignPartner': agreesIf(foreign.status === 404, seen) }
    yield { 'webhooks.management': await management(service, name) }
  },
})

/** Ends with no registration for the name. */
async function duplicate(service: Service, name: string, id: string): Promise<VerdictOn<'webhooks.duplicate'>> {
  const second = await make(service, 'registration', registrationFor(service, name))
  const all = (await service.all('listWebhooks')).filter(({ eventName }) => eventName === name)
  // What was replaced is not left behind.
  if (all.length > 0 && all.every((registration) => idIn(registration) !== id)) untrack(service, id)
  for (const each of new Set([id, second.id ?? id])) {
    if (isLeft(service, each)) await surelyRemove(service, 'registration', each)
  }
  const seen = `a second registration for ${name} was answered ${second.status}`
  if (!second.isDone) return isRefused(second) ? is('refused', seen) : differs(seen)
  const isReplaced = all.length === 1 && idIn(all[0]) !== id
  if (isReplaced) return is('replaced', `${seen}, and the first is no longer listed`)
  return differs(`${seen}, and then ${all.length} were listed`)
}

type Briefly = (more: Fields) => ReturnType<typeof makeBriefly>

async function typeField(briefly: Briefly, byLongName: string | undefined): Promise<VerdictOn<'webhooks.typeField'>> {
  const typeWith = async (more: Fields): Promise<string> => {
    const answer = await briefly(more)
    return answer.isDone ? (textIn(answer.body, 'type') ?? 'no type') : `status ${answer.status}`
  }
  const types = [byLongName, await typeWith({ ...UNTYPED, type: 'Poll' }), await typeWith(UNTYPED)]
  const seen = `registrationType Poll gave ${types[0]}, type Poll gave ${types[1]}, and neither gave ${types[2]}`
  return shownBy({ type: byLongName }, () => agreesIf(types.join() === 'Poll,Poll,Push', seen))
}

async function requiredFields(briefly: Briefly): Promise<VerdictOn<'webhooks.requiredFields'>> {
  const answers = []
  for (const field of ['partnerId', 'eventName', 'callbackUrl']) {
    answers.push({ field, ...(await briefly({ [field]: undefined })) })
  }
  const complete = await briefly(UNTYPED)
  const seen = answers.map(({ field, status }) => `${field} ${status}`).join(', ')
  return agreesIf(answers.every(isRefused) && complete.isDone, `left out: ${seen}; the three alone: ${complete.status}`)
}

async function management(service: Service, name: string): Promise<VerdictOn<'webhooks.management'>> {
  const { id } = await make(service, 'registration', registrationFor(service, name))
  if (id === undefined) throw new Inconclusive('the answer to a registration has no id')
  const parameters = { id }
  const one = await service.ask('getWebhook', { parameters })
  const { partnerId: _, ...body } = registrationFor(service, name)
  const callbackUrl = String(body['callbackUrl'])
  const changed = await service.ask('updateWebhook', { parameters, body })
  const listedBy = (query: Record<string, string>) => service.ask('listWebhooks', { query })
  const listed = await listedBy({ eventName: name, callbackUrl })
  const others = [{ partnerId: NO_ID }, { eventName: `${OWN_NAME}.None` }, { callbackUrl: `${callbackUrl}/none` }]
  const passedOver: string[] = []
  for (const query of others) {
    const isThere = recordsIn((await listedBy(query)).body).some((record) => idIn(record) === id)
    if (isThere) passedOver.push(...Object.keys(query))
  }
  const removed = await remove(service, 'registration', id)
  const after = await service.ask('getWebhook', { parameters })
  const ids = recordsIn(listed.body).map((record) => idIn(record))
  const isChanged = changed.isDone && fieldOf(changed.body, 'callbackUrl') === callbackUrl
  return agreesBut('a registration was read, changed, listed by name and address, and removed', {
    [`GET was answered ${one.status}`]: !one.isDone || idIn(one.body) !== id,
    [`PUT was answered ${changed.status}`]: !isChanged,
    [`the list by name and address had ${ids.length} records`]: !listed.isDone || ids.join() !== id,
    [`the list by another ${passedOver.join(', and by another ')} has it, too`]: passedOver.length > 0,
    [`DELETE was answered ${removed.status}`]: !removed.isDone,
    [`after its removal GET was answered ${after.status}`]: after.isDone,
  })
}
