/** Registrations for probes: those that are there already are never touched, and those that are made are removed. (§2.6) */

import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Answer } from '../../../service/traffic.ts'
import { type Fields, fieldsOf, pageIn } from '../field.ts'
import { type Creation, isKnown, make } from '../making.ts'
import { ignoreStop, isRemoved, removeMade } from '../removing.ts'

/** A name that no event has. */
export const OWN_NAME = 'Calibration.Probe.Pinged'

/** Documented events that no call of the API brings about: a registration for one of them is told nothing but pings. */
const quietNames = [
  'Core.SubAccount.Title.Changed',
  'Core.SubAccount.Status.Changed',
  'Core.SubAccount.Closed',
] as const

/** An address that does not exist; a registration of type Poll sends nothing to it. */
const NOWHERE = 'https://calibrate.example/hooks'

const MOST_PAGES = 40

/** Every registration of the partner. */
export async function listRegistrations(service: Service): Promise<Fields[]> {
  const all: Fields[] = []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { isDone, status, body } = await service.ask('listWebhooks', {
      query: { pageNumber: String(page), pageSize: '50' },
    })
    if (!isDone)
      throw new Inconclusive(`the list of registrations was answered ${status}, and none that is there may be touched`)
    const results = pageIn(body)
    if (results === undefined)
      throw new Inconclusive('the list of registrations is none, and none that is there may be touched')
    all.push(...results)
    if (fieldsOf(body)['hasNextPage'] !== true) return all
  }
  throw new Inconclusive(`there are more than ${MOST_PAGES * 50} registrations`)
}

/** The documented names without a registration, of events that a probe causes only by a ping. */
export async function freeQuietNames(service: Service): Promise<string[]> {
  const taken = new Set((await listRegistrations(service)).map(({ eventName }) => eventName))
  return quietNames.filter((name) => !taken.has(name))
}

/** A request with all that is mandatory; to be given other or further fields. */
export const requestFor = (service: Service, eventName: string, more: Fields = {}): Fields => ({
  partnerId: service.partnerId,
  eventName,
  callbackUrl: NOWHERE,
  ...more,
})

/** Asks for a registration, and keeps in mind that it is there. */
export const register = (service: Service, request: Fields): Promise<Creation> => make(service, 'registration', request)

export const removeRegistration = (service: Service, id: string): Promise<Answer> =>
  removeMade(service, 'registration', id)

/**
 * Removes a registration whose name is asked for again.
 *
 * @throws {Inconclusive} where it stays: what comes of the next one would be its doing
 */
export async function surelyRemove(service: Service, id: string | undefined): Promise<void> {
  if (id === undefined) throw new Inconclusive('a registration of its own has no id, and cannot be removed')
  const answer = await removeRegistration(service, id)
  if (!isRemoved(answer)) throw new Inconclusive(`removing a registration of its own was answered ${answer.status}`)
}

/** Removes the leftovers of these kinds since `first`, even where the probe ended early. */
export async function tidied<Result>(service: Service, run: () => Promise<Result>): Promise<Result> {
  const before = new Set(service.left.map(({ id }) => id))
  try {
    return await run()
  } finally {
    for (const { kind, id } of [...service.left]) {
      if (kind !== 'registration' || before.has(id) || !isKnown(service, id)) continue
      // Where no call is left, it stays a leftover.
      await removeRegistration(service, id).catch(ignoreStop)
    }
  }
}
