/** Questions on registrations for events. Nothing is pushed, and no existing registration is changed. (§2.6) */
import { type Fields, idIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import { make, markOf } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { ask, differs, is, type Part, unknown } from './question.ts'

/** Documented events that no call of the API causes, so that nothing is pushed to a registration for one of them. */
const quietNames = [
  'Core.SubAccount.Title.Changed',
  'Core.SubAccount.Status.Changed',
  'Core.SubAccount.Closed',
] as const

/** A name that no listed and no unanswered request has. @throws {Inconclusive} if there is none, or `partnerId` was not given */
async function freeName(service: Service): Promise<string> {
  void service.partnerId
  const taken = [...(await service.all('listWebhooks')), ...service.session.unclear.map(({ body }) => body)]
  const name = quietNames.find((each) => !taken.some(({ eventName }) => eventName === each))
  if (name === undefined) throw new Inconclusive('each event name that could be tried has a registration already')
  return name
}

/** A request for a registration. It has a type because some services need one. No one answers at its callbackUrl, which bears a mark. */
const requestFor = (service: Service, eventName: string): Fields => ({
  partnerId: service.partnerId,
  eventName,
  registrationType: 'Poll',
  callbackUrl: `https://calibrate.example/${markOf(service).replaceAll(' ', '/')}`,
})

export const registrations = {
  'webhooks.duplicate': ask<'webhooks.duplicate'>({
    how: 'registers twice for an event that has no registration yet',
    scope: 'create',
    needs: 'partnerId',
    async of(service) {
      const name = await freeName(service)
      const first = await make(service, 'registration', requestFor(service, name))
      if (first.id === undefined)
        throw new Inconclusive(`a registration for ${name} was answered ${first.status}, or has no id`)
      const { id } = first
      const second = await make(service, 'registration', requestFor(service, name))
      const seen = `a second registration for ${name} was answered ${second.status}`
      if (!second.isDone) return [400, 409, 422].includes(second.status) ? is('refused', seen) : differs(seen)
      const listed = async () => {
        const all = await service.all('listWebhooks')
        return all.flatMap((each) => (each['eventName'] === name ? (idIn(each) ?? '') : []))
      }
      const isReplaced = (ids: readonly string[]) => id !== second.id && ids.join() === second.id
      const ids = await service.untilShown(listed, isReplaced)
      if (isReplaced(ids)) {
        // A replaced registration is gone and needs no removal.
        service.session.left.delete(id)
        return is('replaced', `${seen}, and the first is no longer listed`)
      }
      // A list without the second registration is out of date.
      if (!ids.includes(second.id ?? '')) return unknown(`${seen}, and no list has it`)
      return differs(`${seen}, and then ${ids.length} registrations for this event were listed`)
    },
  }),
} satisfies Part
