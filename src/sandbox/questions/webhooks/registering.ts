/** Questions on registrations for events. Nothing is pushed, and no existing registration is changed. (§2.6) */
import { type Fields, idIn, textIn } from '../../service/fields.ts'
import { Inconclusive } from '../../service/inconclusive.ts'
import { isLeft, make, makeBriefly, markOf, surelyRemove, untrack } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'
import { isRefused, NO_ID } from '../asking.ts'
import { registrationCalls } from '../exchanges.ts'
import { agreesIf, ask, differs, fits, is, making, type Part, read, unknown } from '../question.ts'
import { type Base, variants } from '../variants.ts'

const FREE = 'an event name has no registration yet, and a registration for it is accepted'

/** The request for a registration that is removed at once. */
const registrationFor = (noun: string, nameFor: (service: Service) => Promise<string | undefined>): Base => ({
  noun,
  scope: 'create',
  when: FREE,
  good: async (service) => requestFor(service, await nameFor(service)),
  send: (service, body) => makeBriefly(service, 'registration', body),
})

const registration = registrationFor('a registration', (service) => service.once(freeName))

export const registering = {
  'webhooks.record': fits('registration', ...registrationCalls),
  'webhooks.eventNames': variants<'webhooks.eventNames'>({
    base: registrationFor('a registration for a documented event', async (service) => {
      const [name] = await freeNames(service, quietNames)
      return name
    }),
    async wrong(service) {
      if ((await freeNames(service, [OWN_NAME])).length === 0) throw new Inconclusive(`${OWN_NAME} is registered`)
      return { 'an unknown event': { eventName: OWN_NAME } }
    },
    accepted: 'any',
    refused: 'listed',
  }),
  'webhooks.requiredFields': variants<'webhooks.requiredFields'>({
    base: registration,
    right: { 'without a type': { registrationType: undefined } },
    wrong: Object.fromEntries(
      ['partnerId', 'eventName', 'callbackUrl'].map((field) => [`without ${field}`, { [field]: undefined }]),
    ),
  }),
  'webhooks.foreignPartner': variants<'webhooks.foreignPartner'>({
    base: registration,
    wrong: { 'another partnerId': { partnerId: NO_ID } },
    as: ['404'],
  }),
  'webhooks.duplicate': ask<'webhooks.duplicate'>({
    how: 'registers twice for an event that has no registration yet',
    scope: 'create',
    when: FREE,
    async of(service) {
      const name = await service.once(freeName)
      const first = await make(service, 'registration', requestFor(service, name))
      if (first.id === undefined)
        throw new Inconclusive(`a registration for ${name} was answered ${first.status}, or has no id`)
      const { id } = first
      const second = await make(service, 'registration', requestFor(service, name))
      const seen = `a second registration for ${name} was answered ${second.status}`
      if (!second.isDone) return isRefused(second) ? is('refused', seen) : differs(seen)
      const listed = async () => {
        const all = await service.all('listWebhooks')
        return all.flatMap((each) => (each['eventName'] === name ? (idIn(each) ?? '') : []))
      }
      const isReplaced = (ids: readonly string[]) => id !== second.id && ids.join() === second.id
      const ids = await service.untilShown(listed, isReplaced)
      if (isReplaced(ids)) {
        // A replaced registration is gone and needs no removal.
        untrack(service, id)
        return is('replaced', `${seen}, and the first is no longer listed`)
      }
      // A list without the second registration is out of date.
      if (!ids.includes(second.id ?? '')) return unknown(`${seen}, and no list has it`)
      return differs(`${seen}, and then ${ids.length} registrations for this event were listed`)
    },
  }),
  'webhooks.ping': read({
    when: 'a registration was pinged',
    after: [
      making({
        how: 'registers for an event that has no registration yet, and pings the registration',
        scope: 'create',
        async make(service) {
          const { id } = await make(service, 'registration', requestFor(service, await service.once(freeName)))
          await service.ask('pingWebhook', { parameters: { id } })
          await surelyRemove(service, 'registration', id)
        },
      }),
    ],
    from: (exchanges) => exchanges.done('pingWebhook'),
    judge(pings) {
      const other = pings.find(({ status, body }) => status !== 202 || body !== null) ?? pings[0]
      const isBare = other?.body === null
      const seen = `a ping was answered ${other?.status}, ${isBare ? 'with an empty body' : 'with a body'}`
      return agreesIf(isBare && other?.status === 202, seen)
    },
  }),
} satisfies Part

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
async function freeNames(service: Service, names: readonly string[]): Promise<readonly string[]> {
  // If a request for a registration got no answer, the registration may exist, although it is not listed yet.
  const { unclear: asked } = service.session
  const unclear = names.filter((name) => asked.some(({ body }) => body['eventName'] === name))
  const listed = async () => (await registered(service)).map(({ eventName }) => eventName)
  const taken = await service.untilShown(listed, (all) => unclear.every((name) => all.includes(name)))
  return names.filter((name) => !taken.includes(name))
}

/** The name of an event that has no registration yet and is sent only as a ping. @throws {Inconclusive} if each that could be tried has one */
export async function freeName(service: Service): Promise<string> {
  const isOwn =
    (await freeNames(service, [OWN_NAME])).length > 0 &&
    (await makeBriefly(service, 'registration', requestFor(service, OWN_NAME))).isDone
  const [name] = isOwn ? [OWN_NAME] : await freeNames(service, quietNames)
  if (name === undefined) throw new Inconclusive('each event name that could be tried has a registration already')
  return name
}

/** A request for a registration. It has a type because some services need one. No one answers at its callbackUrl, which bears a mark. */
const requestFor = (service: Service, eventName: string | undefined, more: Fields = {}): Fields => ({
  partnerId: service.partnerId,
  eventName,
  registrationType: 'Poll',
  callbackUrl: `https://calibrate.example/${markOf(service).replaceAll(' ', '/')}`,
  ...more,
})

/** @throws {Inconclusive} if the registration is refused, or has another type */
export async function register(service: Service, eventName: string, more: Fields): Promise<string> {
  const { status, id, body } = await make(service, 'registration', requestFor(service, eventName, more))
  const wanted = more['registrationType'] ?? 'Poll'
  const type = textIn(body, 'type') ?? wanted
  if (id === undefined) throw new Inconclusive(`a registration was answered ${status}, or has no id`)
  if (type !== wanted) throw new Inconclusive(`a registration of type ${wanted} was requested, and has type ${type}`)
  return id
}
