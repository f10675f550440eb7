import { expect, it } from 'vitest'
import { calibrate } from 'vostro/sandbox'
import { hiddenBank } from './hidden-bank.ts'

/** A hidden bank whose answers somebody has tampered with. */
function tampered(change: (answer: { status: number; body: string }) => { status: number; body: string }) {
  const bank = hiddenBank()
  const fetch = async (request: Request) => {
    const response = await bank.fetch(request)
    const { status, body } = change({ status: response.status, body: await response.text() })
    return new Response(body, { status, headers: response.headers })
  }
  return { ...bank, fetch }
}

it('tells of no difference from the contract where there is none [§7]', async () => {
  const { contract } = await calibrate(hiddenBank())

  expect(contract).toEqual([])
})

it('tells of a field that has another name, though no assumption explains it [§2.1]', async () => {
  const renamed = tampered((answer) => ({ ...answer, body: answer.body.replace('"token_type"', '"tokenType"') }))

  const { contract, text } = await calibrate({ ...renamed, scope: 'read' })

  expect(contract.map(({ endpoint, path, problem, source }) => ({ endpoint, path, problem, source }))).toEqual([
    { endpoint: 'requestToken', path: 'token_type', problem: 'missing field', source: '§2.1' },
    { endpoint: 'requestToken', path: 'tokenType', problem: 'unknown field', source: '§2.1' },
  ])
  expect(text).toContain('requestToken token_type: missing field')
})

it('tells of another status [§4]', async () => {
  const created = tampered((answer) => ({ ...answer, status: answer.status === 200 ? 201 : answer.status }))

  const { contract } = await calibrate({ ...created, scope: 'read' })

  expect(contract[0]).toMatchObject({
    problem: 'other status',
    expected: '200',
    seen: '201',
    source: 'http.createStatus',
  })
})
