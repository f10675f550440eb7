/** Questions on restrictions. The restrictions placed here block nothing. (§2.8) */
import { type Fields, idIn, textIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import { isLeft, make, markOf, remove } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { isDone } from './asking.ts'
import { agreesBut, ask, fits, type Part, unknown } from './question.ts'
import { type Base, variants } from './variants.ts'

/** A threshold in minor units that no payment by check exceeds: 9,999,999,999.99. */
const NOT_WRITTEN = 999_999_999_999

export function blockingNothing(service: Service): Fields {
  const reason = markOf(service)
  return { appliesTo: 'Account', rail: 'Check', amountThreshold: NOT_WRITTEN, reason, notes: reason }
}

const restriction: Base = {
  noun: 'a restriction',
  scope: 'create',
  when: 'a restriction can be placed',
  good: blockingNothing,
  send: (service, body) => make(service, 'restriction', body),
}

export const restrictions = {
  'restrictions.record': fits('restriction', 'createRestriction', 'getRestriction', 'listRestrictions'),
  'restrictions.management': ask({
    scope: 'create',
    when: restriction.when,
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
  'restrictions.values': variants({
    base: restriction,
    right: { 'the rail Rtp': { rail: 'Rtp' } },
    wrong: { 'an unknown rail': { rail: 'Calibration' } },
    accepted: 'any',
    refused: 'listed',
  }),
  'restrictions.appliesTo': variants({
    base: restriction,
    right: Object.fromEntries(
      ['All', 'SubAccounts', 'SubAccount'].map((name) => [`appliesTo ${name}`, { appliesTo: name }]),
    ),
  }),
  'restrictions.requiredFields': variants({
    base: restriction,
    right: {
      // This blocks nothing either: an outgoing wire is never a credit.
      'without reason and threshold': {
        ...{ rail: undefined, amountThreshold: undefined, reason: undefined, notes: undefined },
        ...{ transactionType: 'Credit', transactionCode: 'Outgoing Wire' },
      },
    },
    wrong: { 'without appliesTo': { appliesTo: undefined } },
  }),
  'restrictions.type': variants({
    base: restriction,
    right: { 'type Partner': { type: 'Partner' } },
    wrong: { 'type Internal': { type: 'Internal' } },
  }),
  'errors.unknownFields': variants({
    base: restriction,
    wrong: { 'an unknown field': { noSuchField: 'calibrate' } },
    accepted: 'ignored',
    refused: 'refused',
  }),
  'requests.null': variants({
    base: restriction,
    wrong: { 'null in its field notes': { notes: null } },
    accepted: 'absent',
    refused: 'refused',
  }),
} satisfies Part
