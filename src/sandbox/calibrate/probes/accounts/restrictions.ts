/** What a restriction can be, and how it is managed. Each is made so that it blocks nothing, and removed. (§2.8) */

import type { Service } from '../../../service/service.ts'
import type { Answer } from '../../../service/traffic.ts'
import type { Probe, Tell } from '../../probe.ts'
import { type Fields, idIn, isRefused, missingIn, resultsIn, textIn } from '../field.ts'
import { type Creation, isKnown, make, markOf } from '../making.ts'
import { ignoreStop, removeMade } from '../removing.ts'

/** No amount is as large, so nothing is blocked. */
export const BLOCKS_NOTHING = { appliesTo: 'Account', amountThreshold: Number.MAX_SAFE_INTEGER, reason: 'calibrate' }

const recordFields =
  'id accountNumber subAccountNumber appliesTo rail transactionType otherAccountType amountThreshold transactionCode reason type createdAt'.split(
    ' ',
  )

export const restrictionProbes: readonly Probe[] = [
  {
    name: 'restrictions',
    scope: 'create',
    needs: ['accountNumber'],
    how: 'places restrictions that block nothing, reads, changes and removes them',
    tells: {
      'restrictions.values': '',
      'restrictions.appliesTo': '',
      'restrictions.requiredFields': '',
      'restrictions.type': '',
      'restrictions.record': '',
      'restrictions.management': '',
    },
    run: (service, tell) => removingRestrictions(service, () => tellOfRestrictions(service, tell)),
  },
]

async function tellOfRestrictions(service: Service, tell: Tell): Promise<void> {
  const first = await place(service, BLOCKS_NOTHING)
  if (!first.isDone) return unknownOfAll(tell, `a restriction was answered ${first.status}`)
  tellOfRecord(tell, first)
  if (first.id === undefined) tell.unknown('restrictions.management', 'the answer to a restriction has no id')
  else await tellOfManagement(service, tell, first.id)

  const unknown = await placeForAMoment(service, { ...BLOCKS_NOTHING, rail: 'Calibration' })
  const seen = `an unknown rail was answered ${unknown.status}`
  if (unknown.isDone) tell.is('restrictions.values', 'any', seen)
  else if (isRefused(unknown)) {
    const known = await placeForAMoment(service, { ...BLOCKS_NOTHING, rail: 'Rtp' })
    if (known.isDone) tell.is('restrictions.values', 'listed', `${seen}, and Rtp ${known.status}`)
    else tell.differs('restrictions.values', `${seen}, and Rtp ${known.status}, too`)
  }

  const statuses: string[] = []
  let areAll = true
  for (const appliesTo of ['All', 'SubAccounts', 'SubAccount']) {
    const { status, isDone } = await placeForAMoment(service, { ...BLOCKS_NOTHING, appliesTo })
    statuses.push(`${appliesTo} ${status}`)
    areAll &&= isDone
  }
  if (areAll) tell.agrees('restrictions.appliesTo', `each was taken: ${statuses.join(', ')}`)
  else tell.differs('restrictions.appliesTo', `not each was taken: ${statuses.join(', ')}`)

  // A debit is no credit, so this blocks nothing either.
  const short = await placeForAMoment(service, {
    appliesTo: 'Account',
    transactionType: 'Credit',
    transactionCode: 'Outgoing Wire',
  })
  const { appliesTo: _, ...without } = BLOCKS_NOTHING
  const none = await placeForAMoment(service, without)
  const told = `without reason and threshold it was answered ${short.status}, without appliesTo ${none.status}`
  if (short.isDone && isRefused(none)) tell.agrees('restrictions.requiredFields', told)
  else tell.differs('restrictions.requiredFields', told)

  const internal = await placeForAMoment(service, { ...BLOCKS_NOTHING, type: 'Internal' })
  const own = textIn(first.body, 'type')
  const what = `type is ${own}, and a request for Internal was answered ${internal.status}`
  if (own === 'Partner' && !internal.isDone) tell.agrees('restrictions.type', what)
  else tell.differs('restrictions.type', what)
}

function unknownOfAll(tell: Tell, why: string): void {
  for (const id of ['values', 'appliesTo', 'requiredFields', 'type', 'record', 'management'] as const) {
    tell.unknown(`restrictions.${id}`, why)
  }
}

function tellOfRecord(tell: Tell, { body }: Answer): void {
  const missing = missingIn(body, recordFields)
  if (missing.length > 0) tell.differs('restrictions.record', `the record has no ${missing.join(', ')}`)
  else tell.agrees('restrictions.record', 'the record has each of the fields')
}

/** Ends without the restriction. */
async function tellOfManagement(service: Service, tell: Tell, id: string): Promise<void> {
  const { accountNumber } = service
  const parameters = { accountNumber, id }
  const read = await service.ask('getRestriction', { parameters })
  const isListed = async () => {
    const { body } = await service.ask('listRestrictions', { parameters: { accountNumber }, query: { pageSize: '50' } })
    return resultsIn(body).some((each) => idIn(each) === id)
  }
  const wasListed = await isListed()
  const changed = await service.ask('updateRestriction', { parameters, body: { ...BLOCKS_NOTHING, reason: 'changed' } })
  const removed = await remove(service, id)
  const after = await service.ask('getRestriction', { parameters })
  const problems = [
    read.isDone ? [] : [`GET was answered ${read.status}`],
    changed.isDone && textIn(changed.body, 'reason') === 'changed' ? [] : [`PUT was answered ${changed.status}`],
    removed.isDone && idIn(removed.body) === id ? [] : [`DELETE was answered ${removed.status}, without the record`],
    after.isDone && textIn(after.body, 'removedAt') !== undefined
      ? []
      : [`after its removal GET was answered ${after.status}, without removedAt`],
    !wasListed && read.isDone ? ['it was not on the first page of the list'] : [],
    (await isListed()) ? ['it was in the list after its removal'] : [],
  ].flat()
  if (problems.length > 0) tell.differs('restrictions.management', problems.join('; '))
  else tell.agrees('restrictions.management', 'a restriction was read, listed, changed, removed, and read once more')
}

/** Places a restriction, and keeps in mind that it is there; where it has a reason, with one by which it is found again. */
export function place(service: Service, body: Fields): Promise<Creation> {
  return make(service, 'restriction', 'reason' in body ? { ...body, reason: markOf(service) } : body)
}

export const remove = (service: Service, id: string): Promise<Answer> => removeMade(service, 'restriction', id)

async function placeForAMoment(service: Service, body: Fields): Promise<Answer> {
  const answer = await place(service, body)
  if (answer.id !== undefined) await remove(service, answer.id)
  return answer
}

/** Runs, and removes what restrictions it left, even where it was stopped. */
export async function removingRestrictions<Result>(service: Service, run: () => Promise<Result>): Promise<Result> {
  const before = new Set(service.left.map(({ id }) => id))
  try {
    return await run()
  } finally {
    for (const { kind, id } of [...service.left]) {
      if (kind === 'restriction' && !before.has(id) && isKnown(service, id)) await remove(service, id).catch(ignoreStop)
    }
  }
}
