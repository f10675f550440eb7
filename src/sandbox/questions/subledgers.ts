/** What a subledger is, and how subledgers are listed. One stays, for no call removes it. (§2.9) */
import { fieldOf, fieldsOf, listIn, textIn } from '../service/fields.ts'
import { type Creation, leftOf, make, markOf } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { isRefused } from './asking.ts'
import {
  agrees,
  agreesIf,
  ask,
  differs,
  fits,
  hidden,
  is,
  type OfPart,
  type Questions,
  read,
  story,
  unknown,
  type VerdictOn,
} from './question.ts'

const LONGEST_TITLE = 255

export const subledgerCalls = ['createSubledger', 'listSubledgers', 'getSubledger'] as const

export const subledgers: Questions<OfPart<'subledgers'>> = {
  'subledgers.record': fits('subledger', ...subledgerCalls),
  'subledgers.person': read({
    how: 'compares the names of a beneficiary with those that were given',
    when: 'a subledger was opened for a person',
    from: (exchanges) =>
      exchanges
        .done('createSubledger')
        .filter(({ requestBody, body }) => personIn(requestBody) !== '{}' && textIn(body, 'accountNumber')),
    judge(opened) {
      const areKept = opened.every(({ requestBody, body }) => personIn(requestBody) === personIn(body))
      return agreesIf(areKept, `the names of a person are ${areKept ? '' : 'not '}in the record`)
    },
  }),
  'subledgers.closedMaster': hidden('no call of the API closes an account'),
  'subledgers.listQuery': ask({
    how: 'lists the subledgers of the account by both paths, one at a time',
    needs: ['accountNumber'],
    async of(service) {
      const query = { pageNumber: '1', pageSize: '1', masterAccountNumber: service.accountNumber }
      const first = await service.ask('listSubledgers', { query })
      const short = service.urlOf('listSubledgers', { query }).replace('/core/v1/', '/v1/')
      const second = await service.authorized((authorization) =>
        service.sendTo('GET', short, { headers: { authorization } }),
      )
      const { pageNumber, pageSize, hasNextPage } = fieldsOf(first.body)
      const results = listIn(first.body)
      if (!first.isDone || results === undefined) return unknown(`the list was answered ${first.status}`)
      const isPage = results.length <= 1 && pageNumber === 1 && pageSize === 1 && typeof hasNextPage === 'boolean'
      const isSame = second.isDone && JSON.stringify(first.body) === JSON.stringify(second.body)
      const seen = `the path with core was answered ${first.status}, the one without ${second.status}`
      if (isPage && isSame) return agrees(`${seen}, with the same page of at most one`)
      return differs(`${seen}, ${isPage ? 'with a page' : 'without a page of at most one'}`)
    },
  }),
  ...story(
    {
      'subledgers.implicitListed':
        'no more than 2,000 subledgers lie under the account, or the first of them is the implicit one',
      'subledgers.ledgerType': 'the number of the account reads its implicit subledger, or the list has one',
    },
    {
      how: 'reads the account as a subledger, and looks for it in the list',
      needs: ['accountNumber'],
      async *tell(service) {
        const { accountNumber } = service
        const implicit = await service.ask('getSubledger', { parameters: { accountNumber } })
        let type = implicit.isDone ? textIn(implicit.body, 'ledgerType') : undefined
        yield { 'subledgers.ledgerType': ledgerType(type) }
        let page = 0
        for await (const records of service.pages('listSubledgers', {
          query: { masterAccountNumber: accountNumber },
        })) {
          page++
          type ??= textIn(records[0], 'ledgerType')
          yield { 'subledgers.ledgerType': ledgerType(type) }
          if (!records.some((each) => each['accountNumber'] === accountNumber)) continue
          return yield { 'subledgers.implicitListed': is('yes', `page ${page} of the list has the account itself`) }
        }
        yield { 'subledgers.implicitListed': is('no', 'no page of the list has the account itself') }
      },
    },
  ),
  ...story(
    {
      'subledgers.titleLength': 'a subledger can be opened',
      'subledgers.readiness': 'a subledger can be opened',
      'subledgers.ledgerTypeOf': 'a subledger can be opened',
    },
    {
      how: 'opens a subledger with a title as long as may be, reads it at once, and tries a longer one',
      scope: 'create',
      needs: ['accountNumber'],
      async *tell(service) {
        const longest = await openSubledger(service)
        const seen = `${LONGEST_TITLE} characters were answered ${longest.status}`
        const opened = longest.isDone ? longest : await openSubledger(service, 'calibrate'.length)
        if (!opened.isDone)
          return yield { 'subledgers.titleLength': unknown(`a subledger was answered ${opened.status}`) }
        yield { 'subledgers.readiness': await readiness(service, opened) }
        if (!longest.isDone) {
          yield { 'subledgers.titleLength': differs(`${seen}, and a short title ${opened.status}`) }
        } else {
          const longer = await openSubledger(service, LONGEST_TITLE + 1)
          const both = `${seen}, and one more ${longer.status}`
          if (longer.isDone) yield { 'subledgers.titleLength': is('ignored', both) }
          else if (isRefused(longer)) yield { 'subledgers.titleLength': is('enforced', both) }
        }
        const master = await service.read('getSubledger', { accountNumber: service.accountNumber })
        const [own, ofAccount] = [textIn(opened.body, 'ledgerType'), textIn(master, 'ledgerType')]
        const types = `ledgerType of the subledger is ${own}, that of the account ${ofAccount}`
        yield { 'subledgers.ledgerTypeOf': agreesIf(own === ofAccount, types) }
      },
    },
  ),
}

function ledgerType(type: string | undefined): VerdictOn<'subledgers.ledgerType'> {
  const seen = `ledgerType is ${type}`
  if (type === 'Passthrough' || type === 'Direct') return is(type, seen)
  return type === undefined ? undefined : differs(seen)
}

/** Right after a subledger was opened. */
async function readiness(service: Service, { id }: Creation): Promise<VerdictOn<'subledgers.readiness'>> {
  if (id === undefined) return unknown('the answer to a subledger has no accountNumber')
  const read = await service.ask('getSubledger', { parameters: { accountNumber: id } })
  const status = textIn(read.body, 'status')
  return agreesIf(read.isDone && status === 'Active', `read at once it was answered ${read.status}, ${status}`)
}

/** Opens a subledger with a title of so many characters. */
export const openSubledger = (service: Service, length = LONGEST_TITLE): Promise<Creation> =>
  make(service, 'subledger', {
    masterAccountNumber: service.accountNumber,
    title: markOf(service).padEnd(length, '.').slice(0, length),
    beneficiary: { referenceId: 'calibrate', firstName: 'First', middleName: 'Middle', lastName: 'Last' },
  })

/** A subledger that a question of this run opened before, or else a new one: no more than needed is left behind. */
export const ownSubledger = async (service: Service): Promise<string | undefined> =>
  leftOf(service, 'subledger') ?? (await openSubledger(service)).id

/** The three names of a person, as a text to compare. */
function personIn(body: unknown): string {
  const beneficiary = fieldOf(body, 'beneficiary')
  const names = ['firstName', 'middleName', 'lastName'].flatMap((field) => {
    const name = textIn(beneficiary, field)
    return name === undefined ? [] : [[field, name]]
  })
  return JSON.stringify(Object.fromEntries(names))
}
