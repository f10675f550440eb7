import { expect, it } from 'vitest'
import { calibrate } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { hiddenBank } from './hidden-bank.ts'

it('tells of no difference from the contract where there is none [§7]', async () => {
  const { contract } = await calibrate(hiddenBank())

  expect(contract).toEqual([])
})

it('tells of a field that has another name, though no assumption explains it [§2.1]', async () => {
  const renamed = answeringOtherwise(hiddenBank(), ({ body, ...answer }) => {
    const { token_type: tokenType, ...rest } = body ?? {}
    return { ...answer, body: tokenType === undefined ? body : { ...rest, tokenType } }
  })

  const { contract, text } = await calibrate({ ...renamed, scope: 'read' })

  expect(contract.map(({ endpoint, path, problem, source }) => ({ endpoint, path, problem, source }))).toEqual([
    { endpoint: 'requestToken', path: 'token_type', problem: 'missing field', source: '§2.1' },
    { endpoint: 'requestToken', path: 'tokenType', problem: 'unknown field', source: '§2.1' },
  ])
  expect(text).toContain('requestToken (§2.1): missing token_type')
})

it('takes no page of a proxy for the errors of the service [§7]', async () => {
  const service = hiddenBank()
  const fetch = async (request: Request) => {
    const response = await service.fetch(request)
    const page = '<!doctype html><title>403 Forbidden</title>'
    const isRefusedWire = response.status === 400 && request.url.endsWith('/payments')
    return isRefusedWire ? new Response(page, { status: 403, headers: { 'content-type': 'text/html' } }) : response
  }

  const { contract, findings } = await calibrate({ ...service, fetch, scope: 'read' })

  expect(contract).toEqual([])
  const ofErrors = findings.filter(({ id }) => id === 'errors.body' || id === 'errors.codes')
  expect(ofErrors.map(({ verdict }) => verdict)).not.toContain('differs')
})

it.each<[value: string, (body: object) => unknown]>([
  ['"problem"', (body) => ({ type: 'about:blank', title: 'Refused', detail: JSON.stringify(body) })],
  ['"text"', (body) => JSON.stringify(body).replaceAll(/[{}]/g, '')],
])(
  'tells of errors of the form %s among the differences alone, however their words differ [§7]',
  async (value, bodyOf) => {
    const { contract, text } = await calibrate({
      ...answeringOtherwise(hiddenBank(), (answer) => {
        const isRefusal = answer.status >= 400 && answer.body !== null
        return isRefusal ? { ...answer, body: bodyOf(answer.body) } : answer
      }),
      scope: 'read',
    })

    expect([...new Set(contract.map(({ source }) => source))]).toEqual(['errors.body'])
    expect(text).toContain(`errors.body = ${value}, our default "list"`)
    expect(text).not.toContain('Not as documented')
  },
)
