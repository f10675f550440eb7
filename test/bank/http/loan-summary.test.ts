import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { getLoans, loanToken } from '../../support/calls.ts'

it('answers the envelope of the summary with the loans on file [§4 call 9]', async () => {
  const bank = createBank()
  const { Id } = bank.loans.add({ LoanNumber: 'L-1', MPLId: 'TST', Term: 36 }, { isSparse: true })
  const token = loanToken(bank)

  const response = await getLoans(bank, token, '/LoanSummary')

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    Offset: 0,
    Total: 0,
    Results: [{ Id, Status: 'Received', LoanNumber: 'L-1', MPLId: 'TST', Term: 36 }],
    Meta: {},
  })
})

it.each([
  ['1500', '1500.000000'],
  ['0.1', '0.100000'],
  ['-12.345678', '-12.345678'],
  ['12345678901234567890.123456', '12345678901234567890.123456'],
  ['0012.5', '12.500000'],
])('writes the decimal %s as %s in the JSON text [§2.10]', async (given, written) => {
  const bank = createBank()
  bank.loans.add({ LoanAmount: given, Rails: [{ Amount: given }] }, { isSparse: true })
  const token = loanToken(bank)

  const text = await (await getLoans(bank, token, '/LoanSummary')).text()

  expect(text).toContain(`"LoanAmount":${written},"Rails":[{"Amount":${written},`)
})

it.each(['1500', '1500.000000', '\u00001500.000000', '"1500.000000"'])(
  'writes the text %j as text, however much it looks like a decimal [§2.10]',
  async (text) => {
    const bank = createBank()
    bank.loans.add({ Field1: text })
    const token = loanToken(bank)

    const { Results } = await (await getLoans(bank, token, '/LoanSummary')).json()

    expect(Results).toMatchObject([{ Field1: text }])
  },
)

it.each(['jsconfig=dh:ut', 'jsconfig=dh%3Aut', 'JsConfig=eccn:false,dh:ut'])(
  'writes dates as Unix seconds for %s [§4 call 9]',
  async (query) => {
    const bank = createBank()
    bank.loans.add({ NoteDate: '2026-03-02T09:00:00.999-05:00' })
    const token = loanToken(bank)

    const { Results } = await (await getLoans(bank, token, `/LoanSummary?${query}`)).json()

    expect(Results).toMatchObject([{ NoteDate: 1_772_460_000 }])
  },
)

it.each([
  ['FICOGreaterThan=700', 'FICOGreaterThan'],
  ['LikeProgram=prime%25', 'LikeProgram'],
  ['%3EFICO=700', '>FICO'],
])(
  'ignores a condition of the framework, and names it as a parameter that is not read: %s [§4 call 9]',
  async (query, name) => {
    const bank = createBank()
    bank.loans.add({ LoanNumber: 'A', FICO: 690 }, { isSparse: true })

    const response = await getLoans(bank, loanToken(bank), `/LoanSummary?${query}`)

    expect((await response.json()).Results).toHaveLength(1)
    expect(bank.timeline({ last: 1 })).toContain(`loan summary ignores these parameters: ${name}`)
    expect(bank.conduct()).toContainEqual(
      expect.objectContaining({
        rule: 'parameter_not_read',
        fact: `The call getLoanSummary does not read the parameter "${name}".`,
      }),
    )
  },
)

it.each([
  ['/LoanSummary', 200],
  ['/loansummary/?Take=1', 200],
  ['/LoanSummary?Take=x', 400],
])('says in the answer to %s that the call is deprecated (RFC 9745) [§4 call 9][§9]', async (path, status) => {
  const bank = createBank()

  const response = await getLoans(bank, loanToken(bank), path)

  expect(response.status).toBe(status)
  expect(response.headers.get('deprecation')).toBe('@1704067200')
  expect(bank.requests).toMatchObject([{ endpoint: 'getLoanSummary', isDeprecated: true }])
  expect(bank.timeline()).toMatch(/GET \S+ {2}\d+ {2}deprecated/)
})

it('says so from the day that the bank is told, and of no other call [§4 call 10][§9]', async () => {
  const bank = createBank({ assume: { 'loans.deprecatedSince': '@1735689600' } })
  const token = loanToken(bank)

  const headers = [
    await getLoans(bank, token, '/LoanSummary'),
    await getLoans(bank, token, '/Webhook/GetEvents'),
    await getLoans(bank, token, '/LoanSumary'),
  ].map((response) => response.headers.get('deprecation'))

  expect(headers).toEqual(['@1735689600', null, null])
  expect(bank.requests.map(({ isDeprecated }) => isDeprecated)).toEqual([true, false, false])
})

it.each([
  ['Skip=-1', 'Skip'],
  ['Skip=1.5', 'Skip'],
  ['take=1e3', 'Take'],
  ['Take=9999999999999999999', 'Take'],
])('refuses the query %s and names the parameter [§4 call 9]', async (query, FieldName) => {
  const ErrorCode = 'SerializationException'
  const bank = createBank()
  const token = loanToken(bank)

  const response = await getLoans(bank, token, `/LoanSummary?${query}`)

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    ResponseStatus: {
      ErrorCode,
      Message: expect.stringContaining(FieldName),
      Errors: [{ ErrorCode, FieldName, Message: expect.stringContaining('whole number') }],
    },
  })
})

it.each(['OrderBy=Nothing', 'OrderByDesc=Nothing', 'OrderBy=LoanNumber,-Nothing', 'OrderBy=Rails'])(
  'refuses to order by what is no field: %s [§4 call 9]',
  async (query) => {
    const bank = createBank()
    const token = loanToken(bank)

    const response = await getLoans(bank, token, `/LoanSummary?${query}`)

    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      ResponseStatus: {
        ErrorCode: 'ArgumentException',
        Message: expect.stringMatching(/^Could not find field (Nothing|Rails)$/),
        Errors: [],
      },
    })
  },
)

it('lists the loan event names in the order of the specification [§4 call 10]', async () => {
  const bank = createBank()
  const token = loanToken(bank)

  const response = await getLoans(bank, token, '/Webhook/GetEvents')

  expect(response.status).toBe(200)
  expect(await response.json()).toEqual([
    'AdjustmentActionUpdate',
    'FundingAttemptComplete',
    'LoanStatusUpdated',
    'RailUpdated',
    'ComplianceLoanFailed',
  ])
})
