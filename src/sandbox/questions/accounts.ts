/** Questions on pages and subledgers. (§2.9, §4) */
import { type Fields, fieldOf, idIn } from '../service/fields.ts'
import { Inconclusive } from '../service/inconclusive.ts'
import { isMarked, make, markOf } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import { ask, is, making, type Part, read, unknown } from './question.ts'

const subledgersOf = (service: Service): AsyncGenerator<readonly Fields[]> =>
  service.pages('listSubledgers', { query: { masterAccountNumber: service.accountNumber } })

/**
 * A subledger of any other run, because no call removes one; if there is none, a new one.
 *
 * @throws {Inconclusive} if opening a subledger is refused
 */
export async function takeSubledger(service: Service): Promise<string> {
  for await (const page of subledgersOf(service)) {
    const body = page.find(({ title, status = 'Active' }) => status === 'Active' && isMarked(title))
    const id = idIn(body, 'accountNumber')
    if (body === undefined || id === undefined) continue
    service.session.made.set(id, { kind: 'subledger', body, id })
    service.session.left.set(id, 'subledger')
    return id
  }
  const { id, status } = await make(service, 'subledger', {
    masterAccountNumber: service.accountNumber,
    title: markOf(service),
    beneficiary: { referenceId: 'calibrate' },
  })
  if (id === undefined) throw new Inconclusive(`opening a subledger was answered ${status}, or has no accountNumber`)
  return id
}

export const accounts = {
  'paging.pageSize': read({
    when: 'a page was asked for without pageSize',
    after: making({ how: 'lists wires without a page size', make: (service) => service.ask('listWires') }),
    from: ({ all }) =>
      all.filter(({ isBanking, isDone, endpoint, url }) => {
        return isBanking && isDone && endpoint?.startsWith('list') && !new URL(url).searchParams.has('pageSize')
      }),
    judge(pages) {
      const sizes = pages.map(({ body }) => fieldOf(body, 'pageSize'))
      const [size, ...others] = new Set(sizes.filter((each) => typeof each === 'number'))
      if (size === undefined) return unknown('the page does not tell its size: it has no field pageSize')
      const seen = `pageSize is ${[size, ...others].join(' or ')}`
      return others.length > 0 ? unknown(seen) : is(size, seen)
    },
  }),
  'subledgers.implicitListed': ask<'subledgers.implicitListed'>({
    how: 'looks for the account in the list of its subledgers',
    needsAccount: true,
    async of(service) {
      for await (const page of subledgersOf(service)) {
        if (page.some((each) => each['accountNumber'] === service.accountNumber))
          return is('yes', 'the list of subledgers contains the master account')
      }
      return is('no', 'no page of the list of subledgers contains the master account')
    },
  }),
} satisfies Part
