/** What a registration for an event can be, and how it is managed. Nothing is pushed. (§2.6) */

import { Inconclusive } from '../../../service/inconclusive.ts'
import type { Service } from '../../../service/service.ts'
import type { Answer } from '../../../service/traffic.ts'
import type { Probe, Tell } from '../../probe.ts'
import { fieldsOf, idIn, isRefused, resultsIn, textIn } from '../field.ts'
import {
  freeQuietNames,
  listRegistrations,
  OWN_NAME,
  register,
  removeRegistration,
  requestFor,
  surelyRemove,
  tidied,
} from './registrations.ts'

export const registrationProbes: readonly Probe[] = [
  {
    name: 'registrations',
    scope: 'create',
    needs: ['partnerId'],
    how: 'registers in every way for events that have no registration yet, and removes each registration',
    tells: {
      'webhooks.eventNames': '',
      'webhooks.typeField': '',
      'webhooks.requiredFields': '',
      'webhooks.foreignPartner': '',
      'webhooks.duplicate': '',
      'webhooks.management': '',
    },
    run: (service, tell) => tidied(service, () => tellOfRegistrations(service, tell)),
  },
]

async function tellOfRegistrations(service: Service, tell: Tell): Promise<void> {
  const taken = (await listRegistrations(service)).some(({ eventName }) => eventName === OWN_NAME)
  const own = taken ? undefined : await register(service, requestFor(service, OWN_NAME, { registrationType: 'Poll' }))
  const isAny = own?.isDone === true
  const [name] = isAny ? [OWN_NAME] : await freeQuietNames(service)
  if (name === undefined) return unknownOfAll(tell, 'each name that could be tried has a registration already')
  const first = isAny ? own : await register(service, requestFor(service, name, { registrationType: 'Poll' }))
  if (!first.isDone) return unknownOfAll(tell, `a registration for ${name} was answered ${first.status}`)
  if (isAny) tell.is('webhooks.eventNames', 'any', `a registration for ${OWN_NAME} was answered ${first.status}`)
  else if (own !== undefined && isRefused(own)) {
    tell.is('webhooks.eventNames', 'listed', `${OWN_NAME} was answered ${own.status}, and ${name} ${first.status}`)
  }
  if (first.id === undefined) throw new Inconclusive('the answer to a registration has no id')
  await tellOfDuplicate(service, tell, name, first.id)
  await tellOfKinds(service, tell, name, textIn(first.body, 'type'))
  await tellOfFields(service, tell, name)
  await tellOfManagement(service, tell, name)
}

function unknownOfAll(tell: Tell, why: string): void {
  for (const id of [
    'eventNames',
    'typeField',
    'requiredFields',
    'foreignPartner',
    'duplicate',
    'management',
  ] as const) {
    tell.unknown(`webhooks.${id}`, why)
  }
}

/** Ends with no registration for the name. */
async function tellOfDuplicate(service: Service, tell: Tell, name: string, id: string): Promise<void> {
  const second = await register(service, requestFor(service, name, { registrationType: 'Poll' }))
  const all = (await listRegistrations(service)).filter(({ eventName }) => eventName === name)
  const seen = `a second registration for ${name} was answered ${second.status}`
  if (!second.isDone && isRefused(second)) tell.is('webhooks.duplicate', 'refused', seen)
  else if (!second.isDone) tell.differs('webhooks.duplicate', seen)
  else if (all.length === 1 && idIn(all[0]) !== id) {
    tell.is('webhooks.duplicate', 'replaced', `${seen}, and the first is no longer listed`)
  } else tell.differs('webhooks.duplicate', `${seen}, and then ${all.length} were listed`)
  // What was replaced is not left behind.
  if (all.length > 0 && all.every((registration) => idIn(registration) !== id)) service.untrack(id)
  const own = new Set([id, ...(second.id === undefined ? [] : [second.id])])
  for (const each of own) if (service.left.some((left) => left.id === each)) await surelyRemove(service, each)
}

async function tellOfKinds(service: Service, tell: Tell, name: string, byLongName: string | undefined): Promise<void> {
  const kindOf = async (more: object): Promise<string> => {
    const answer = await registerForAMoment(service, name, more)
    return answer.isDone ? (textIn(answer.body, 'type') ?? 'no type') : `status ${answer.status}`
  }
  const kinds = [byLongName ?? 'no type', await kindOf({ type: 'Poll' }), await kindOf({})]
  const seen = `registrationType Poll gave ${kinds[0]}, type Poll gave ${kinds[1]}, and neither gave ${kinds[2]}`
  if (kinds.join() === 'Poll,Poll,Push') tell.agrees('webhooks.typeField', seen)
  else tell.differs('webhooks.typeField', seen)
}

async function tellOfFields(service: Service, tell: Tell, name: string): Promise<void> {
  const statuses: string[] = []
  let isAsOurs = true
  for (const field of ['partnerId', 'eventName', 'callbackUrl']) {
    const answer = await registerForAMoment(service, name, { [field]: undefined })
    statuses.push(`${field} ${answer.status}`)
    isAsOurs &&= isRefused(answer)
  }
  const seen = `left out, each was answered: ${statuses.join(', ')}; the three alone were enough`
  const complete = await registerForAMoment(service, name, {})
  if (isAsOurs && complete.isDone) tell.agrees('webhooks.requiredFields', seen)
  else tell.differs('webhooks.requiredFields', `left out: ${statuses.join(', ')}; the three alone: ${complete.status}`)

  const { status } = await registerForAMoment(service, name, { partnerId: '00000000-0000-4000-8000-000000000000' })
  const told = `a registration for a partner that is not this one was answered ${status}`
  if (status === 404) tell.agrees('webhooks.foreignPartner', told)
  else tell.differs('webhooks.foreignPartner', told)
}

async function tellOfManagement(service: Service, tell: Tell, name: string): Promise<void> {
  const { id } = await register(service, requestFor(service, name, { registrationType: 'Poll' }))
  if (id === undefined) throw new Inconclusive('the answer to a registration has no id')
  const parameters = { id }
  const one = await service.ask('getWebhook', { parameters })
  const callbackUrl = 'https://calibrate.example/changed'
  const changed = await service.ask('updateWebhook', {
    parameters,
    body: { eventName: name, registrationType: 'Poll', callbackUrl },
  })
  const listed = await service.ask('listWebhooks', { query: { eventName: name, callbackUrl } })
  const removed = await removeRegistration(service, id)
  const after = await service.ask('getWebhook', { parameters })
  const ids = resultsIn(listed.body).map((record) => idIn(record))
  const problems = [
    one.isDone && idIn(one.body) === id ? [] : [`GET was answered ${one.status}`],
    changed.isDone && textIn(changed.body, 'callbackUrl') === callbackUrl ? [] : [`PUT was answered ${changed.status}`],
    listed.isDone && ids.join() === id ? [] : [`the list by name and address had ${ids.length} records`],
    removed.isDone ? [] : [`DELETE was answered ${removed.status}`],
    after.isDone ? [`after its removal GET was answered ${after.status}`] : [],
  ].flat()
  if (problems.length > 0) tell.differs('webhooks.management', problems.join('; '))
  else tell.agrees('webhooks.management', 'a registration was read, changed, listed by name and address, and removed')
}

async function registerForAMoment(service: Service, name: string, more: object): Promise<Answer> {
  const answer = await register(service, requestFor(service, name, fieldsOf(more)))
  if (answer.isDone) await surelyRemove(service, answer.id)
  return answer
}
