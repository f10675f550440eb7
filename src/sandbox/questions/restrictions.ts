/** Questions on restrictions, holds and policies. The restrictions placed here block nothing. No call shows holds or policies. (§2.8) */
import type { AssumptionId } from '../../core/assumptions/catalogue.ts'
import { type Fields, idIn, textIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import { type Creation, isLeft, make, markOf, remove, removeMade } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { agreesWith, control, isDone, isDoneOr, isRefused, type Judge, sends } from './asking.ts'
import { agreesBut, agreesIf, ask, differs, fits, is, type Part, shownBy, unknown } from './question.ts'

/** A threshold in minor units that no payment by check exceeds: 9,999,999,999.99. */
const NOT_WRITTEN = 999_999_999_999

export function blockingNothing(service: Service): Fields {
  const reason = markOf(service)
  return { appliesTo: 'Account', rail: 'Check', amountThreshold: NOT_WRITTEN, reason, notes: reason }
}

async function placed(service: Service): Promise<Creation> {
  const answer = control(await make(service, 'restriction', blockingNothing(service)), 'placing a restriction')
  await removeMade(service)
  return answer
}

const placing = { scope: 'create', when: 'a restriction can be placed' } as const

/** A question that places a valid restriction, and then variants of it. */
const changing = <Id extends AssumptionId>(judge: Judge<Id>, changes: Readonly<Record<string, Fields>>) => {
  const requests = Object.entries(changes).map(([words, change]) => [
    words,
    (service: Service) => make(service, 'restriction', { ...blockingNothing(service), ...change }),
  ])
  return sends(
    judge,
    { 'a request for a restriction': (service) => service.once(placed), ...Object.fromEntries(requests) },
    placing,
  )
}

export const restrictions = {
  'restrictions.record': fits('restriction', 'createRestriction', 'getRestriction', 'listRestrictions'),
  'restrictions.management': ask({
    ...placing,
    how: 'places a restriction, reads, lists, changes and removes it, and reads it once more',
    async of(service) {
      const { id, status } = await make(service, 'restriction', blockingNothing(service))
      if (id === undefined)
        throw new Inconclusive(`placing a restriction was answered ${status}, or the answer has no id`)
      const { accountNumber } = service
      const parameters = { accountNumber, id }
      const get = () => service.ask('getRestriction', { parameters })
      const read = await service.untilShown(get, isDone)
      const isListed = async () =>
        (await service.all('listRestrictions', { parameters: { accountNumber } })).some((each) => idIn(each) === id)
      const wasListed = await service.untilShown(isListed, (isThere) => isThere)
      const reason = `${markOf(service)} changed`
      const body = { ...blockingNothing(service), reason }
      const changed = await service.ask('updateRestriction', { parameters, body })
      const removed = await remove(service, 'restriction', id)
      const isStill = isLeft(service, id)
      const after = await service.untilShown(get, ({ body }) => isStill || textIn(body, 'removedAt') !== undefined)
      const stillListed = !isStill && (await service.untilShown(isListed, (isThere) => !isThere))
      if (!wasListed && read.isDone)
        return unknown('a restriction could be read, but was not listed within some seconds')
      return agreesBut('a restriction was read, listed, changed, removed, and read once more', {
        [`GET was answered ${read.status}`]: !read.isDone,
        [`PUT was answered ${changed.status}`]: !changed.isDone || textIn(changed.body, 'reason') !== reason,
        [`DELETE was answered ${removed.status}, without the record`]: !removed.isDone || idIn(removed.body) !== id,
        [`after its removal GET was answered ${after.status}, without removedAt`]:
          !after.isDone || textIn(after.body, 'removedAt') === undefined,
        'it was still listed after its removal': stillListed,
      })
    },
  }),
  'restrictions.values': changing(
    (seen, _, unlisted, listed) => {
      if (unlisted.isDone) return is('any', seen)
      if (!isRefused(unlisted)) return undefined
      return listed.isDone ? is('listed', seen) : differs(seen)
    },
    { 'one with an unknown rail': { rail: 'Calibration' }, 'one with the rail Rtp': { rail: 'Rtp' } },
  ),
  'restrictions.appliesTo': changing(agreesWith(isDone, isDone, isDone), {
    'one with appliesTo All': { appliesTo: 'All' },
    'one with SubAccounts': { appliesTo: 'SubAccounts' },
    'one with SubAccount': { appliesTo: 'SubAccount' },
  }),
  'restrictions.requiredFields': changing(agreesWith(isDone, isRefused), {
    // This blocks nothing either: an outgoing wire is never a credit.
    'one without reason and threshold': {
      ...{ rail: undefined, amountThreshold: undefined, reason: undefined, notes: undefined },
      ...{ transactionType: 'Credit', transactionCode: 'Outgoing Wire' },
    },
    'one without appliesTo': { appliesTo: undefined },
  }),
  'restrictions.type': changing(
    (seen, plain, internal) => {
      const own = textIn(plain.body, 'type')
      const types = `${seen}; the first restriction has type ${own}`
      return shownBy({ type: own }, () => agreesIf(own === 'Partner' && !internal.isDone, types))
    },
    { 'one with type Internal': { type: 'Internal' } },
  ),
  'errors.unknownFields': changing(isDoneOr('ignored', 'refused'), {
    'one with an unknown field': { noSuchField: 'calibrate' },
  }),
  'requests.null': changing(isDoneOr('absent', 'refused'), { 'one with null in its field notes': { notes: null } }),
} satisfies Part
