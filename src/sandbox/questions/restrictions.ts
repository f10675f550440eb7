/** What a restriction can be, and how it is managed; each is placed so that it blocks nothing. Holds and policies no call shows. (§2.8) */
import { type Fields, idIn, textIn } from '../service/fields.ts'
import { isLeft, make, makeBriefly, markOf, remove } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { isRefused } from './asking.ts'
import {
  agreesIf,
  differs,
  fits,
  hidden,
  is,
  type OfPart,
  type Questions,
  story,
  unknown,
  type VerdictOn,
} from './question.ts'

/** Checks of so much are not written: 9,999,999,999.99. */
const NOT_WRITTEN = 999_999_999_999

/** A request for a restriction that blocks next to nothing, and that there has not been before. */
export function spareRestriction(service: Service): Fields {
  const reason = markOf(service)
  return { appliesTo: 'Account', rail: 'Check', amountThreshold: NOT_WRITTEN, reason, notes: reason }
}

/** No amount is as large, so nothing is blocked. */
export const blockingNothing = (service: Service): Fields => ({
  appliesTo: 'Account',
  amountThreshold: Number.MAX_SAFE_INTEGER,
  reason: markOf(service),
})

const CAN = 'a restriction can be placed'

export const restrictions: Questions<OfPart<'restrictions' | 'holds' | 'policies'>> = {
  'restrictions.record': fits('restriction', 'createRestriction', 'getRestriction', 'listRestrictions'),
  ...story(
    {
      'restrictions.management': CAN,
      'restrictions.values': CAN,
      'restrictions.appliesTo': CAN,
      'restrictions.requiredFields': CAN,
      'restrictions.type': CAN,
    },
    {
      how: 'places restrictions that block nothing, reads, changes and removes them',
      scope: 'create',
      needs: ['accountNumber'],
      async *tell(service) {
        const first = await make(service, 'restriction', blockingNothing(service))
        if (!first.isDone) {
          const why = unknown(`a restriction was answered ${first.status}`)
          return yield {
            'restrictions.management': why,
            'restrictions.values': why,
            'restrictions.appliesTo': why,
            'restrictions.requiredFields': why,
            'restrictions.type': why,
          }
        }
        const briefly = (more: Fields) => makeBriefly(service, 'restriction', { ...blockingNothing(service), ...more })
        yield { 'restrictions.management': await management(service, first.id) }
        yield { 'restrictions.values': await values(briefly) }
        const statuses = []
        for (const appliesTo of ['All', 'SubAccounts', 'SubAccount']) {
          statuses.push({ appliesTo, ...(await briefly({ appliesTo })) })
        }
        const listed = statuses.map(({ appliesTo, status }) => `${appliesTo} ${status}`).join(', ')
        const areAll = statuses.every(({ isDone }) => isDone)
        yield { 'restrictions.appliesTo': agreesIf(areAll, `${areAll ? 'each' : 'not each'} was taken: ${listed}`) }
        yield { 'restrictions.requiredFields': await requiredFields(service, briefly) }
        const internal = await briefly({ type: 'Internal' })
        const own = textIn(first.body, 'type')
        const seen = `type is ${own}, and a request for Internal was answered ${internal.status}`
        yield { 'restrictions.type': agreesIf(own === 'Partner' && !internal.isDone, seen) }
      },
    },
  ),
  'policies.form': hidden('no call of the API reads or sets the policy of a product'),
  'holds.record': hidden('no call of the API places, reads or releases a hold'),
  'holds.changes': hidden('no call of the API changes a hold'),
  'holds.passthrough': hidden('no call of the API places a hold'),
  'holds.beyondAvailable': hidden('no call of the API places a hold'),
}

type Briefly = (more: Fields) => ReturnType<typeof makeBriefly>

async function values(briefly: Briefly): Promise<VerdictOn<'restrictions.values'>> {
  const unlisted = await briefly({ rail: 'Calibration' })
  const seen = `an unknown rail was answered ${unlisted.status}`
  if (unlisted.isDone) return is('any', seen)
  if (!isRefused(unlisted)) return undefined
  const listed = await briefly({ rail: 'Rtp' })
  return listed.isDone
    ? is('listed', `${seen}, and Rtp ${listed.status}`)
    : differs(`${seen}, and Rtp ${listed.status}, too`)
}

async function requiredFields(service: Service, briefly: Briefly): Promise<VerdictOn<'restrictions.requiredFields'>> {
  // A debit is no credit, so this blocks nothing either.
  const short = await makeBriefly(service, 'restriction', {
    appliesTo: 'Account',
    transactionType: 'Credit',
    transactionCode: 'Outgoing Wire',
  })
  const none = await briefly({ appliesTo: undefined })
  const seen = `without reason and threshold it was answered ${short.status}, without appliesTo ${none.status}`
  return agreesIf(short.isDone && isRefused(none), seen)
}

/** Ends without the restriction. */
async function management(service: Service, id: string | undefined): Promise<VerdictOn<'restrictions.management'>> {
  if (id === undefined) return unknown('the answer to a restriction has no id')
  const { accountNumber } = service
  const parameters = { accountNumber, id }
  const read = await service.ask('getRestriction', { parameters })
  const isListed = async () =>
    (await service.all('listRestrictions', { parameters: { accountNumber } })).some((each) => idIn(each) === id)
  const wasListed = await isListed()
  const reason = `${markOf(service)} changed`
  const changed = await service.ask('updateRestriction', { parameters, body: { ...blockingNothing(service), reason } })
  const removed = await remove(service, 'restriction', id)
  const after = await service.ask('getRestriction', { parameters })
  const problems = [
    read.isDone ? [] : [`GET was answered ${read.status}`],
    changed.isDone && textIn(changed.body, 'reason') === reason ? [] : [`PUT was answered ${changed.status}`],
    removed.isDone && idIn(removed.body) === id ? [] : [`DELETE was answered ${removed.status}, without the record`],
    after.isDone && textIn(after.body, 'removedAt') !== undefined
      ? []
      : [`after its removal GET was answered ${after.status}, without removedAt`],
    !wasListed && read.isDone ? ['it was not in the list'] : [],
    !isLeft(service, id) && (await isListed()) ? ['it was in the list after its removal'] : [],
  ].flat()
  if (problems.length > 0) return differs(problems.join('; '))
  return agreesIf(true, 'a restriction was read, listed, changed, removed, and read once more')
}
