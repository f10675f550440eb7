/** Calls that a service may answer in either way: each answer names the assumption on which it rests. (§4, §9) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankingToken, initOf, loanToken } from '../../support/calls.ts'

const asked = async (method: string, path: string, isForLoans = false) => {
  const bank = createBank()
  const { baseUrl, loanBaseUrl } = bank.urls
  const token = isForLoans ? loanToken(bank) : bankingToken(bank)
  const { status, headers } = await bank.fetch(
    `${isForLoans ? loanBaseUrl : baseUrl}${path}`,
    initOf(method, { token }),
  )
  const used = bank.assumptions.used().map(({ id }) => id)
  return { status, allow: headers.get('allow'), used }
}

it('answers HEAD with 405, as any method that is not in the table [§4]', async () => {
  const { status, allow, used } = await asked('HEAD', '/wires/v1/payments')

  expect([status, allow]).toEqual([405, 'POST, GET'])
  expect(used).toContain('http.unknownCalls')
})

it.each(['/%77ires/v1/payments', '/wires/%76%31/Payments/'])(
  'takes %s for the path without escapes [§4]',
  async (path) => {
    const { status, used } = await asked('GET', path)

    expect(status).toBe(200)
    expect(used).toContain('http.paths')
  },
)

it.each(['/%E0%A4%A/v1/payments', '/wires%2Fv1/payments'])('finds no call at %s [§4]', async (path) => {
  expect((await asked('GET', path)).status).toBe(404)
})

it.each([
  ['/wires/v2/payments', false, ['http.unknownCalls', 'versioning.versions']],
  ['/wires/v1/paiments', false, ['http.unknownCalls']],
  ['/FundingInfo', true, ['http.unknownCalls', 'loans.calls']],
] as const)('names what the 404 of %s rests on [§4]', async (path, isForLoans, ids) => {
  const { status, used } = await asked('GET', path, isForLoans)

  expect(status).toBe(404)
  expect(used.filter((id) => /unknownCalls|versions|loans\.calls/.test(id)).sort()).toEqual(ids)
})

it('sends and acknowledges a wire at once with instant release, whatever the seconds of batches are [§3]', () => {
  const assume = { 'wires.batchedSeconds': 900, 'wires.acknowledgementSeconds': 60 }
  const bank = createBank({ release: 'instant', assume })

  const { id } = bank.wires.create(bank.wires.plausible())

  expect(bank.wires.get(id).status).toBe('Completed')
})
