/** Questions on registrations for events, and on managing them. Nothing is pushed, and no existing registration is changed. (§2.6) */
import { type Fields, fieldOf, idIn, recordsIn, textIn } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import { isLeft, make, makeBriefly, markOf, remove, surelyRemove, untrack } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { control, isDone, isRefused, NO_ID } from '../asking.ts'
import { agreesBut, agreesIf, differs, is, shownBy, story, unknown, type VerdictOn } from '../question.ts'

const UNTYPED = { registrationType: undefined }
const FREE = 'an event name has no registration yet, and a registration for it is accepted'

export const registering = story({
  tells: {
    'webhooks.eventNames': FREE,
    'webhooks.duplicate': FREE,
    'webhooks.typeField': FREE,
    'webhooks.requiredFields': FREE,
    'webhooks.foreignPartner': FREE,
    'webhooks.management': FREE,
  },
  how: 'registers with different requests for an event that has no registration yet, and removes each registration',
  scope: 'create',
  async *tell(service) {
    const register = (name: string) => make(service, 'registration', registrationFor(service, name))
    const [ownName] = await freeNames(service, [OWN_NAME])
    const own = ownName === undefined ? undefined : await register(ownName)
    const [name] = own?.isDone ? [OWN_NAME] : await freeQuietNames(service)
    if (name === undefined) throw new Inconclusive('each event name that could be tried has a registration already')
    const first = own?.isDone ? own : await register(name)
    const { status, id } = control(first, `a registration for ${name}`)
    if (own?.isDone) yield { 'webhooks.eventNames': is('any', `a registration for ${OWN_NAME} was answered ${status}`) }
    else if (own !== undefined && isRefused(own)) {
      const seen = `a registration for ${OWN_NAME} was answered ${own.status}, and one for ${name} was answered ${status}`
      yield { 'webhooks.eventNames': is('listed', seen) }
    }
    if (id === undefined) throw new Inconclusive('the answer to a registration has no id')
    const briefly = (more: Fields) => makeBriefly(service, 'registration', registrationFor(service, name, more))
    yield { 'webhooks.duplicate': await duplicate(service, name, id) }
    yield { 'webhooks.typeField': await typeField(briefly, textIn(first.body, 'type')) }
    yield { 'webhooks.requiredFields': await requiredFields(briefly) }
    // The first registration, which was accepted, differed from this one only in its partner.
    const foreign = await briefly({ partnerId: NO_ID })
    const seen = `a registration for another partnerId was answered ${foreign.status}`
    yield { 'webhooks.foreignPartner': agreesIf(foreign.status === 404, seen) }
    yield { 'webhooks.management': await management(service, name) }
  },
})

/** Makes a second registration for the same name, and removes both. */
async function duplicate(service: Service, name: string, id: string): Promise<VerdictOn<'webhooks.duplicate'>> {
  const second = await make(service, 'registration', registrationFor(service, name))
  const listed = async () => {
    const all = await service.all('listWebhooks')
    return all.flatMap((each) => (each['eventName'] === name ? (idIn(each) ?? '') : []))
  }
  const isReplaced = (ids: readonly string[]) => id !== second.id && ids.join() === second.id
  const ids = second.isDone ? await service.untilShown(listed, isReplaced) : []
  // A replaced registration is gone and needs no removal.
  if (isReplaced(ids)) untrack(service, id)
  for (const each of new Set([id, second.id ?? id])) {
    if (isLeft(service, each)) await surelyRemove(service, 'registration', each)
  }
  const seen = `a second registration for ${name} was answered ${second.status}`
  if (!second.isDone) return isRefused(second) ? is('refused', seen) : differs(seen)
  if (isReplaced(ids)) return is('replaced', `${seen}, and the first is no longer listed`)
  // A list without the second registration is out of date.
  if (!ids.includes(second.id ?? '')) return unknown(`${seen}, and no list has it`)
  return differs(`${seen}, and then ${ids.length} registrations for this event were listed`)
}

type Briefly = (more: Fields) => ReturnType<typeof makeBriefly>

async function typeField(briefly: Briefly, byLongName: string | undefined): Promise<VerdictOn<'webhooks.typeField'>> {
  const typeWith = async (more: Fields): Promise<string> => {
    const answer = await briefly(more)
    return answer.isDone ? (textIn(answer.body, 'type') ?? 'no type') : `status ${answer.status}`
  }
  const types = [byLongName, await typeWith({ ...UNTYPED, type: 'Poll' }), await typeWith(UNTYPED)]
  const seen = `registrationType Poll gave ${types[0]}, type Poll gave ${types[1]}, and a request without both fields gave ${types[2]}`
  return shownBy({ type: byLongName }, () => agreesIf(types.join() === 'Poll,Poll,Push', seen))
}

async function requiredFields(briefly: Briefly): Promise<VerdictOn<'webhooks.requiredFields'>> {
  const answers = []
  for (const field of ['partnerId', 'eventName', 'callbackUrl']) {
    answers.push({ field, ...(await briefly({ [field]: undefined })) })
  }
  const complete = await briefly(UNTYPED)
  const seen = answers.map(({ field, status }) => `${field} ${status}`).join(', ')
  return agreesIf(
    answers.every(isRefused) && complete.isDone,
    `requests without one field were answered: ${seen}; a request with these three fields alone was answered ${complete.status}`,
  )
}

async function management(service: Service, name: string): Promise<VerdictOn<'webhooks.management'>> {
  const { id } = await make(service, 'registration', registrationFor(service, name))
  if (id === undefined) throw new Inconclusive('the answer to a registration has no id')
  const parameters = { id }
  const read = () => service.ask('getWebhook', { parameters })
  const one = await service.untilShown(read, isDone)
  const { partnerId: _, ...body } = registrationFor(service, name)
  const callbackUrl = String(body['callbackUrl'])
  const changed = await service.ask('updateWebhook', { parameters, body })
  const isChanged = changed.isDone && fieldOf(changed.body, 'callbackUrl') === callbackUrl
  const listedBy = async (query: Record<string, string>) =>
    recordsIn((await service.ask('listWebhooks', { query })).body)
  const own = { eventName: name, callbackUrl }
  const isAlone = (records: readonly Fields[]) => records.length === 1 && idIn(records[0]) === id
  const listed = await service.untilShown(() => listedBy(own), isAlone)
  // If no list has the registration at all, the filters show nothing.
  const isIt = (record: Fields) => idIn(record) === id && (!isChanged || record['callbackUrl'] === callbackUrl)
  const isListed = isAlone(listed) || (await service.all('listWebhooks')).some(isIt)
  const others = [{ partnerId: NO_ID }, { eventName: `${OWN_NAME}.None` }, { callbackUrl: `${callbackUrl}/none` }]
  const passedOver: string[] = []
  for (const query of others) {
    const isThere = (await listedBy(query)).some((record) => idIn(record) === id)
    if (isThere) passedOver.push(...Object.keys(query))
  }
  const removed = await remove(service, 'registration', id)
  const after = await service.untilShown(read, ({ isDone }) => !isDone)
  if (!isListed) return unknown('a registration was made and changed, but no list has it')
  return agreesBut('a registration was read, changed, listed by name and address, and removed', {
    [`GET was answered ${one.status}`]: !one.isDone || idIn(one.body) !== id,
    [`PUT was answered ${changed.status}`]: !isChanged,
    [`the list filtered by name and address had ${listed.length} records`]: !isAlone(listed),
    [`the list filtered by another ${passedOver.join(', and by another ')} has the registration, too`]:
      passedOver.length > 0,
    [`DELETE was answered ${removed.status}`]: !removed.isDone,
    [`after its removal GET was answered ${after.status}`]: after.isDone,
  })
}

/** A name that no event has. */
export const OWN_NAME = 'Calibration.Probe.Pinged'

/** Documented events that no call of the API causes, so that a registration for one of them is sent only pings. */
const quietNames = [
  'Core.SubAccount.Title.Changed',
  'Core.SubAccount.Status.Changed',
  'Core.SubAccount.Closed',
] as const

/** Lists until no removed registration is shown. @throws {Inconclusive} if they cannot be listed, or `partnerId` was not given */
export function registered(service: Service): Promise<readonly Fields[]> {
  void service.partnerId
  const isRemoved = (id = '') => service.session.made.has(id) && !isLeft(service, id)
  return service.untilShown(
    () => service.all('listWebhooks'),
    (all) => !all.some((each) => isRemoved(idIn(each))),
  )
}

/** Those of `names` that have no registration yet. @throws {Inconclusive} as `registered` */
export async function freeNames(service: Service, names: readonly string[]): Promise<readonly string[]> {
  // If a request for a registration got no answer, the registration may exist, although it is not listed yet.
  const { unclear: asked } = service.session
  const unclear = names.filter((name) => asked.some(({ body }) => body['eventName'] === name))
  const listed = async () => (await registered(service)).map(({ eventName }) => eventName)
  const taken = await service.untilShown(listed, (all) => unclear.every((name) => all.includes(name)))
  return names.filter((name) => !taken.includes(name))
}

export const freeQuietNames = (service: Service): Promise<readonly string[]> => freeNames(service, quietNames)

/** A request for a registration. It has a type because some services need one. No one answers at its callbackUrl, which bears a mark. */
export const registrationFor = (service: Service, eventName: string, more: Fields = {}): Fields => ({
  partnerId: service.partnerId,
  eventName,
  registrationType: 'Poll',
  callbackUrl: `https://calibrate.example/${markOf(service).replaceAll(' ', '/')}`,
  ...more,
})
