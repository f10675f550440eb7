/** Registrations for questions: those that are there already are never touched. (§2.6) */
import { type Fields, idIn } from '../../service/fields.ts'
import { isLeft, markOf } from '../../service/records.ts'
import type { Service } from '../../service/service.ts'

/** A name that no event has. */
export const OWN_NAME = 'Calibration.Probe.Pinged'

/** Documented events that no call of the API brings about: a registration for one of them is sent nothing but pings. */
const quietNames = [
  'Core.SubAccount.Title.Changed',
  'Core.SubAccount.Status.Changed',
  'Core.SubAccount.Closed',
] as const

/** The registrations that are there, without those that this run has removed. @throws {Inconclusive} where they cannot be listed, or no partner is given to register for */
export function registered(service: Service): Promise<readonly Fields[]> {
  void service.partnerId
  const isRemoved = (id = '') => service.session.made.has(id) && !isLeft(service, id)
  return service.untilShown(
    () => service.all('listWebhooks'),
    (all) => !all.some((each) => isRemoved(idIn(each))),
  )
}

/** Those of these events that have no registration yet. @throws {Inconclusive} where registrations cannot be listed */
export async function freeNames(service: Service, names: readonly string[]): Promise<readonly string[]> {
  // One that was asked for without an answer may be there, and not be listed yet.
  const { unclear: asked } = service.session
  const unclear = names.filter((name) => asked.some(({ body }) => body['eventName'] === name))
  const listed = async () => (await registered(service)).map(({ eventName }) => eventName)
  const taken = await service.untilShown(listed, (all) => unclear.every((name) => all.includes(name)))
  return names.filter((name) => !taken.includes(name))
}

export const freeQuietNames = (service: Service): Promise<readonly string[]> => freeNames(service, quietNames)

/** A request with all that is mandatory, and the type, which some services need; with its mark. Its address does not exist. */
export const registrationFor = (service: Service, eventName: string, more: Fields = {}): Fields => ({
  partnerId: service.partnerId,
  eventName,
  registrationType: 'Poll',
  callbackUrl: `https://calibrate.example/${markOf(service).replaceAll(' ', '/')}`,
  ...more,
})
