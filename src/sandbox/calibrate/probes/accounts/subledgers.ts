/** What a subledger is. One stays, for there is no call that removes it. (§2.9) */

import type { Service } from '../../../service/service.ts'
import type { Answer } from '../../../service/traffic.ts'
import type { Probe, Tell } from '../../probe.ts'
import { fieldsOf, idIn, isRefused, pageIn, resultsIn, textIn } from '../field.ts'
import { type Creation, isKnown, make, markOf } from '../making.ts'

const LONGEST_TITLE = 255
const MOST_PAGES = 20

export const subledgerProbes: readonly Probe[] = [
  {
    name: 'the list of subledgers',
    scope: 'read',
    needs: ['accountNumber'],
    how: 'lists wires, and the subledgers of the account, by both paths',
    tells: {
      'subledgers.implicitListed': `no more than ${MOST_PAGES * 50} subledgers lie under the account, or the first of them is the implicit one`,
      'subledgers.listQuery': '',
      'subledgers.ledgerType': 'the number of the account reads its implicit subledger, or the list has one',
    },
    async run(service, tell) {
      // Of wires there are many: how long a page is, and in which order, is read off it.
      await service.ask('listWires')
      await tellOfList(service, tell)
      await tellOfImplicit(service, tell)
    },
  },
  {
    name: 'a subledger',
    scope: 'create',
    needs: ['accountNumber'],
    how: 'opens a subledger with a title as long as may be, and tries a longer one',
    tells: { 'subledgers.titleLength': '', 'subledgers.readiness': '', 'subledgers.ledgerTypeOf': '' },
    run: tellOfOpening,
  },
]

async function tellOfList(service: Service, tell: Tell): Promise<void> {
  const { accountNumber } = service
  const query = { pageNumber: '1', pageSize: '1', masterAccountNumber: accountNumber }
  const first = await service.ask('listSubledgers', { query })
  const short = service.urlOf('listSubledgers', { query }).replace('/core/v1/', '/v1/')
  const authorization = `Bearer ${await service.token()}`
  const second = await service.sendTo('GET', short, { headers: { authorization } })
  const { results, pageNumber, pageSize, hasNextPage } = fieldsOf(first.body)
  const isPage = Array.isArray(results) && results.length <= 1 && pageNumber === 1 && pageSize === 1
  const seen = `the path with core was answered ${first.status}, the one without ${second.status}`
  const isSame = JSON.stringify(first.body) === JSON.stringify(second.body)
  if (first.isDone && second.isDone && isPage && isSame && typeof hasNextPage === 'boolean') {
    tell.agrees('subledgers.listQuery', `${seen}, with the same page of at most one`)
  } else if (!first.isDone || pageIn(first.body) === undefined) {
    tell.unknown('subledgers.listQuery', `the list was answered ${first.status}`)
  } else tell.differs('subledgers.listQuery', `${seen}, ${isPage ? 'with a page' : 'without a page of at most one'}`)
}

async function tellOfImplicit(service: Service, tell: Tell): Promise<void> {
  const { accountNumber } = service
  const implicit = await service.ask('getSubledger', { parameters: { accountNumber } })
  let types = implicit.isDone ? [textIn(implicit.body, 'ledgerType')] : []
  for (let page = 1; page <= MOST_PAGES; page++) {
    const query = { pageNumber: String(page), pageSize: '50', masterAccountNumber: accountNumber }
    const { isDone, status, body } = await service.ask('listSubledgers', { query })
    if (!isDone || pageIn(body) === undefined) {
      tell.unknown('subledgers.implicitListed', `the list was answered ${status}`)
      break
    }
    const results = resultsIn(body)
    if (types.length === 0) types = results.map((each) => textIn(each, 'ledgerType'))
    const isListed = results.some((each) => each['accountNumber'] === accountNumber)
    if (isListed) tell.is('subledgers.implicitListed', 'yes', `page ${page} of the list has the account itself`)
    else if (fieldsOf(body)['hasNextPage'] !== true) {
      tell.is('subledgers.implicitListed', 'no', 'no page of the list has the account itself')
    } else continue
    break
  }
  tellOfLedgerType(tell, types)
}

function tellOfLedgerType(tell: Tell, types: readonly (string | undefined)[]): void {
  const [type] = types
  const seen = `ledgerType is ${type}`
  if (type === 'Passthrough' || type === 'Direct') tell.is('subledgers.ledgerType', type, seen)
  else if (type !== undefined) tell.differs('subledgers.ledgerType', seen)
}

async function tellOfOpening(service: Service, tell: Tell): Promise<void> {
  const longest = await openedBefore(service)
  const opened = longest ?? (await openSubledger(service))
  const seen = `${LONGEST_TITLE} characters were answered ${opened.status}`
  if (opened.isDone) {
    const longer = await openSubledger(service, LONGEST_TITLE + 1)
    const told = `${seen}, and one more ${longer.status}`
    if (longer.isDone) tell.is('subledgers.titleLength', 'ignored', told)
    else if (isRefused(longer)) tell.is('subledgers.titleLength', 'enforced', told)
    return await tellOfRecord(service, tell, opened)
  }
  const short = await openSubledger(service, 'calibrate'.length)
  if (!short.isDone) return tell.unknown('subledgers.titleLength', `a subledger was answered ${short.status}`)
  tell.differs('subledgers.titleLength', `${seen}, and a short title ${short.status}`)
  await tellOfRecord(service, tell, short)
}

/** What another probe opened: no more than needed is left behind. */
async function openedBefore(service: Service): Promise<Answer | undefined> {
  const number = service.left.find(({ kind, id }) => kind === 'subledger' && isKnown(service, id))?.id
  if (number === undefined) return undefined
  const answer = await service.ask('getSubledger', { parameters: { accountNumber: number } })
  return textIn(answer.body, 'title')?.length === LONGEST_TITLE ? answer : undefined
}

async function tellOfRecord(service: Service, tell: Tell, { body }: Answer): Promise<void> {
  const number = idIn(body, 'accountNumber')
  if (number === undefined) tell.unknown('subledgers.readiness', 'the answer to a subledger has no accountNumber')
  else await tellOfReadiness(service, tell, number)
  const { accountNumber } = service
  const master = await service.ask('getSubledger', { parameters: { accountNumber } })
  if (!master.isDone) return
  const types = [textIn(body, 'ledgerType'), textIn(master.body, 'ledgerType')]
  const which = `ledgerType of the subledger is ${types[0]}, that of the account ${types[1]}`
  if (types[0] === types[1]) tell.agrees('subledgers.ledgerTypeOf', which)
  else tell.differs('subledgers.ledgerTypeOf', which)
}

/** Right after it was opened. */
export async function tellOfReadiness(service: Service, tell: Tell, accountNumber: string): Promise<void> {
  const read = await service.ask('getSubledger', { parameters: { accountNumber } })
  const seen = `read at once it was answered ${read.status}, ${textIn(read.body, 'status')}`
  if (read.isDone && textIn(read.body, 'status') === 'Active') tell.agrees('subledgers.readiness', seen)
  else tell.differs('subledgers.readiness', seen)
}

/** Opens a subledger with a title of so many characters, by which it is found again, and keeps in mind that it is there. */
export function openSubledger(service: Service, length = LONGEST_TITLE): Promise<Creation> {
  return make(service, 'subledger', {
    masterAccountNumber: service.accountNumber,
    title: markOf(service).padEnd(length, '.').slice(0, length),
    beneficiary: { referenceId: 'calibrate', firstName: 'First', middleName: 'Middle', lastName: 'Last' },
  })
}
