/** Finds names to register for, and makes requests for registrations. Existing registrations are never changed. (§2.6) */
import { type Fields, idIn } from '../../service/fields.ts'
import { isLeft, markOf } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'

/** A name that no event has. */
export const OWN_NAME = 'Calibration.Probe.Pinged'

/** Documented events that no call of the API causes, so that a registration for one of them is sent only pings. */
const quietNames = [
  'Core.SubAccount.Title.Changed',
  'Core.SubAccount.Status.Changed',
  'Core.SubAccount.Closed',
] as const

/**
 * All registrations. Lists again until those that this run has removed are gone.
 *
 * @throws {Inconclusive} if they cannot be listed, or `partnerId` was not given
 */
export function registered(service: Service): Promise<readonly Fields[]> {
  void service.partnerId
  const isRemoved = (id = '') => service.session.made.has(id) && !isLeft(service, id)
  return service.untilShown(
    () => service.all('listWebhooks'),
    (all) => !all.some((each) => isRemoved(idIn(each))),
  )
}

/** The names, among these, that have no registration yet. @throws {Inconclusive} as `registered` */
export async function freeNames(service: Service, names: readonly string[]): Promise<readonly string[]> {
  // A registration whose request got no answer may exist and not be listed yet.
  const { unclear: asked } = service.session
  const unclear = names.filter((name) => asked.some(({ body }) => body['eventName'] === name))
  const listed = async () => (await registered(service)).map(({ eventName }) => eventName)
  const taken = await service.untilShown(listed, (all) => unclear.every((name) => all.includes(name)))
  return names.filter((name) => !taken.includes(name))
}

export const freeQuietNames = (service: Service): Promise<readonly string[]> => freeNames(service, quietNames)

/** A request with the mandatory fields, and with the type, which some services need. Its address does not exist and bears the mark. */
export const registrationFor = (service: Service, eventName: string, more: Fields = {}): Fields => ({
  partnerId: service.partnerId,
  eventName,
  registrationType: 'Poll',
  callbackUrl: `https://calibrate.example/${markOf(service).replaceAll(' ', '/')}`,
  ...more,
})
