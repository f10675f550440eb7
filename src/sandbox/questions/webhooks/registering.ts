/** Questions on registrations for events, and on managing them. Nothing is pushed, and no existing registration is changed. (§2.6) */
import { type Fields, fieldOf, idIn, recordsIn, textIn } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import { isLeft, make, makeBriefly, markOf, remove, surelyRemove, untrack } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { control, isDone, isRefused, NO_ID } from '../asking.ts'
import { agreesBut, agreesIf, differs, is, type Part, shownBy, story, unknown, type VerdictOn } from '../question.ts'
import { type Base, variants } from '../variants.ts'

const UNTYPED = { registrationType: undefined }
const FREE = 'an event name has no registration yet, and a registration for it is accepted'

/** The request for a registration that is removed at once. */
const registrationWith = (noun: string, nameFor: (service: Service) => Promise<string | undefined>): Base => ({
  noun,
  scope: 'create',
  when: FREE,
  good: async (service) => registrationFor(service, await nameFor(service)),
  send: (service, body) => makeBriefly(service, 'registration', body),
})

export const registration = registrationWith('a registration', (service) => service.once(freeName))

const managing = story({
  tells: { 'webhooks.duplicate': FREE, 'webhooks.typeField': FREE, 'webhooks.management': FREE },
  how: 'registers for an event that has no registration yet, registers again, changes the registration, and removes it',
  scope: 'create',
  async *tell(service) {
    const name = await service.once(freeName)
    const first = await make(service, 'registration', registrationFor(service, name))
    const { id } = control(first, `a registration for ${name}`)
    if (id === undefined) throw new Inconclusive('the answer to a registration has no id')
    const briefly = (more: Fields) => makeBriefly(service, 'registration', registrationFor(service, name, more))
    yield { 'webhooks.duplicate': await duplicate(service, name, id) }
    yield { 'webhooks.typeField': await typeField(briefly, textIn(first.body, 'type')) }
    yield { 'webhooks.management': await management(service, name) }
  },
})

export const registering = {
  'webhooks.eventNames': variants<'webhooks.eventNames'>({
    base: registrationWith(
      'a registration for a documented event',
      async (service) => (await freeQuietNames(service))[0],
    ),
    async wrong(service) {
      if ((await freeNames(service, [OWN_NAME])).length === 0) throw new Inconclusive(`${OWN_NAME} is registered`)
      return { 'an unknown event': { eventName: OWN_NAME } }
    },
    accepted: 'any',
    refused: 'listed',
  }),
  'webhooks.requiredFields': variants<'webhooks.requiredFields'>({
    base: registration,
    right: { 'without a type': UNTYPED },
    wrong: Object.fromEntries(
      ['partnerId', 'eventName', 'callbackUrl'].map((field) => [`without ${field}`, { [field]: undefined }]),
    ),
  }),
  'webhooks.foreignPartner': variants<'webhooks.foreignPartner'>({
    base: registration,
    wrong: { 'another partnerId': { partnerId: NO_ID } },
    as: ['404'],
  }),
  ...managing,
} satisfies Part

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
const OWN_NAME = 'Calibration.Probe.Pinged'

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

/** The name of an event that has no registration yet and is sent only as a ping. @throws {Inconclusive} if each that could be tried has one */
export async function freeName(service: Service): Promise<string> {
  const isOwn =
    (await freeNames(service, [OWN_NAME])).length > 0 &&
    (await makeBriefly(service, 'registration', registrationFor(service, OWN_NAME))).isDone
  const [name] = isOwn ? [OWN_NAME] : await freeQuietNames(service)
  if (name === undefined) throw new Inconclusive('each event name that could be tried has a registration already')
  return name
}

/** A request for a registration. It has a type because some services need one. No one answers at its callbackUrl, which bears a mark. */
export const registrationFor = (service: Service, eventName: string | undefined, more: Fields = {}): Fields => ({
  partnerId: service.partnerId,
  eventName,
  registrationType: 'Poll',
  callbackUrl: `https://calibrate.example/${markOf(service).replaceAll(' ', '/')}`,
  ...more,
})
