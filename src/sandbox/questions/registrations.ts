/** Questions on registrations for events. Nothing is pushed, and no existing registration is changed. (§2.6) */
import { type Fields, idIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import { isLeft, make, makeBriefly, markOf, untrack } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { isRefused } from './asking.ts'
import { ask, differs, is, type Part, unknown } from './question.ts'
import { variants } from './variants.ts'

const FREE = 'an event name has no registration yet, and a registration for it is accepted'

export const registrations = {
  'webhooks.eventNames': variants<'webhooks.eventNames'>({
    base: {
      noun: 'a registration for a documented event',
      scope: 'create',
      when: FREE,
      good: async (service) => requestFor(service, (await freeNames(service, quietNames))[0]),
      send: (service, body) => makeBriefly(service, 'registration', body),
    },
    async wrong(service) {
      if ((await freeNames(service, [OWN_NAME])).length === 0) throw new Inconclusive(`${OWN_NAME} is registered`)
      return { 'an unknown event': { eventName: OWN_NAME } }
    },
    accepted: 'any',
    refused: 'listed',
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
function registered(service: Service): Promise<readonly Fields[]> {
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
async function freeName(service: Service): Promise<string> {
  const isOwn =
    (await freeNames(service, [OWN_NAME])).length > 0 &&
    (await makeBriefly(service, 'registration', requestFor(service, OWN_NAME))).isDone
  const [name] = isOwn ? [OWN_NAME] : await freeNames(service, quietNames)
  if (name === undefined) throw new Inconclusive('each event name that could be tried has a registration already')
  return name
}

/** A request for a registration. It has a type because some services need one. No one answers at its callbackUrl, which bears a mark. */
const requestFor = (service: Service, eventName: string | undefined): Fields => ({
  partnerId: service.partnerId,
  eventName,
  registrationType: 'Poll',
  callbackUrl: `https://calibrate.example/${markOf(service).replaceAll(' ', '/')}`,
})
