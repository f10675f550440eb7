/** What is no difference: how long answers take, how many pages there are, what was there before, in which words something is said. */
import { expect, it } from 'vitest'
import { type Bank, createBank } from 'vostro'
import { type ConformanceOptions, type ConformanceScenario, conformance } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { outboundWire } from '../../support/wire.ts'
import {
  type Change,
  calling,
  pays,
  paysAWire,
  readsALoan,
  realService,
  serviceOf,
  trying,
  wireFrom,
} from './real-service.ts'

const subledgers = '/core/v1/dda/subaccounts'

const looksOften = calling(async (call, scene) => {
  const { accountNumber } = scene.credentials
  await call('GET', `${subledgers}/${accountNumber}`)
  const { id } = await call('POST', '/wires/v1/payments', wireFrom(scene))
  for (let look = 0; look < 15; look++) await call('GET', `${subledgers}/${accountNumber}`)
  await call('GET', `/wires/v1/payments/${id}`)
})

/** A bank whose answers take so long. */
function slow(milliseconds: number): ConformanceOptions {
  const sandbox = createBank({ seed: 9 })
  const service = serviceOf(sandbox)
  const fetch = async (request: Request) => {
    await sandbox.clock.advanceAsync({ milliseconds })
    return await service.fetch(request)
  }
  return { against: { ...service, fetch } }
}

const transfers = trying(async (call, { credentials: { accountNumber: master } }) => {
  const opened = await call('POST', subledgers, { masterAccountNumber: master, title: 'Customer 17' })
  const between = { debitAccountNumber: opened['accountNumber'], creditAccountNumber: master }
  await call('POST', '/core/v1/transactions', { ...between, amount: 990_000_000 })
})

/** Pays, and reads all pages of payments. */
const readsAllPages = calling(async (call, scene) => {
  await call('POST', '/wires/v1/payments', wireFrom(scene))
  for (let page = 1, goesOn = true; goesOn; page++) {
    const { hasNextPage } = await call('GET', `/wires/v1/payments?pageSize=2&pageNumber=${page}`)
    goesOn = String(hasNextPage) === 'true'
  }
})

/** Two banks that have so many payments of before. */
function ofBefore(ours: number, theirs: number): ConformanceOptions {
  const payBefore = (bank: Bank, count: number) => {
    for (let number = 0; number < count; number++) bank.wires.create(outboundWire(bank, { amount: 100 + number }))
  }
  const real = createBank({ seed: 9 })
  payBefore(real, theirs)
  return { against: serviceOf(real), prepare: (bank) => payBefore(bank, ours) }
}

/** Two banks with the same loan, which is paid to different accounts. */
function loansToOthers(): ConformanceOptions {
  const loanTo = (ToAccountNumber: string) => (bank: Bank) => {
    const { Id: _, Rails = [], ...loan } = createBank({ seed: 3 }).loans.add({ LoanNumber: 'L-1' })
    const rails = Rails.map(({ Id: _i, LoanId: _l, ...rail }) => ({
      ...rail,
      ACHFields: { ...rail.ACHFields, ToAccountNumber },
    }))
    bank.loans.add({ ...loan, Rails: rails } as never)
  }
  const sandbox = createBank({ seed: 9 })
  loanTo('1111111116')(sandbox)
  return { against: serviceOf(sandbox), prepare: loanTo('2222222222') }
}

const answering = (change: Change) => (): ConformanceOptions => ({ against: answeringOtherwise(realService(), change) })

const inOtherWords: Change = ({ status, headers, body }) => ({
  status,
  headers: { ...headers, 'x-ratelimit-remaining': '99', 'cache-control': 'private' },
  body: status < 400 ? body : { errors: [{ code: 1_234, message: 'Amount too small' }] },
})

/** Writes more digits of a second. */
const withDigits = (digits: number) =>
  answering(({ body, ...answer }) => {
    const text = JSON.stringify(body).replaceAll(/\.(\d{3})(?=[+-]\d\d:)/g, `.$1${'7'.repeat(digits - 3)}`)
    return { ...answer, body: JSON.parse(text) }
  })

// biome-ignore format: read it as a table
it.each<[title: string, scenario: ConformanceScenario, options: () => ConformanceOptions, calls: number]>([
  ['agrees where the real service does the same, whatever its ids, times and names [§2.4]', paysAWire, () => ({ against: realService() }), 3],
  ...[250, 400, 700].map((time) =>
    [`lets our clock go on while a call of theirs takes ${time} ms [§3]`, looksOften, () => slow(time), 19] as never),
  ['passes over the words in which a transfer is refused [§2.9]', transfers,
    answering(({ body, ...answer }) => ({ ...answer, body: body?.reason ? { ...body, reason: 'not enough' } : body })), 3],
  ['passes over the name of the institution that sends [§2.4]', paysAWire, () => ({ against: realService({ assume: { 'bank.name': 'ANOTHER' } }) }), 3],
  ['passes over headers that are not documented, and the words of errors [§7]', pays({ amount: 0 }), answering(inOtherWords), 2],
  ...[3, 6, 9].map((digits) => [`takes a time with ${digits} digits of a second for a time [§4]`, paysAWire, withDigits(digits), 3] as never),
  ['takes the account number of a rail for that of the same account, whichever it is [§2.10]', readsALoan, loansToOthers, 2],
  ['passes over further pages of payments of before, of which theirs has more [§2.4]', readsAllPages, () => ofBefore(0, 7), 3],
  ['passes over further pages of payments of before, of which ours has more [§2.4]', readsAllPages, () => ofBefore(7, 0), 6],
])('%s', async (_, scenario, options, calls) => {
  const report = await conformance(scenario, options())

  expect(report.text).toContain(`agree: ${calls} of ${calls} calls agree, 0 differences\n`)
  expect(report).toMatchObject({ verdict: 'agree', first: undefined, differences: [], calls, agreeing: calls })
  expect(report.assume).toEqual({})
})

/** Opens twelve subledgers, and reads them in pages of five, and all at once. */
const readsPages = calling(async (call, { credentials: { accountNumber: masterAccountNumber } }) => {
  for (let number = 1; number <= 12; number++) {
    await call('POST', subledgers, { masterAccountNumber, title: `Tenant ${number}` })
  }
  for (let page = 1, goesOn = true; goesOn; page++) {
    goesOn = String((await call('GET', `${subledgers}?pageNumber=${page}&pageSize=5`))['hasNextPage']) === 'true'
  }
  await call('GET', `${subledgers}?pageSize=50`)
})

it('holds no page against another one that was asked for [§4]', async () => {
  const fewer: Change = ({ body, ...answer }) => ({
    ...answer,
    body: body?.results ? { ...body, hasNextPage: false } : body,
  })

  const { differences, text } = await conformance(readsPages, answering(fewer)())

  expect(differences, text).toMatchObject([{ path: 'body.hasNextPage' }])
})
