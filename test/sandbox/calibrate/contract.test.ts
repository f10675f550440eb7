import { expect, it } from 'vitest'
import { calibrate, calibrationChanges } from 'vostro/sandbox'
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

it('tells of another status [§4]', async () => {
  const created = answeringOtherwise(hiddenBank(), (answer) => ({
    ...answer,
    status: answer.status === 200 ? 201 : answer.status,
  }))

  const { contract } = await calibrate({ ...created, scope: 'read' })

  expect(contract[0]).toMatchObject({
    problem: 'other status',
    expected: '200',
    seen: '201',
    source: 'http.createStatus',
  })
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

it.each<[string, (status: number) => Response]>([
  ['texts', (status) => new Response('Bad request', { status, headers: { 'content-type': 'text/plain' } })],
  ['in an envelope', (status) => Response.json({ isDone: false, error: 'Refused' }, { status })],
])('changes no verdict but those on errors, if errors are %s [§7]', async (_, errorWith) => {
  const service = hiddenBank()
  const fetch = async (request: Request) => {
    const response = await service.fetch(request)
    return response.status < 400 ? response : errorWith(response.status)
  }
  const only = ['tokens.form', 'requests.null', 'errors.unknownFields', 'errors.body'] as const

  const [before, report] = await Promise.all([
    calibrate({ ...hiddenBank(), scope: 'create', only }),
    calibrate({ ...service, fetch, scope: 'create', only }),
  ])

  const changes = calibrationChanges(before.calibration, report).filter(({ isObserved }) => isObserved)
  expect(changes.map(({ id }) => id)).toEqual(['errors.body'])
})

it('tells a form of errors that no answer has as documented once, however the words differ [§2.1]', async () => {
  const problem = answeringOtherwise(hiddenBank(), (answer) => {
    const isRefusal = answer.status >= 400 && answer.body !== null
    const detail = JSON.stringify(answer.body)
    return isRefusal ? { ...answer, body: { type: 'about:blank', title: 'Refused', detail } } : answer
  })

  const { contract, text } = await calibrate({ ...problem, scope: 'read' })

  const [told = ''] = (text.split('\nNot as documented\n')[1] ?? '').split('\n\n')
  const remarks = told.split('\n').flatMap((line) => /(\w+: unknown field), \d+ time/.exec(line)?.[1] ?? [])
  const missing = told.split('\n').flatMap((line) => /: missing (.*)$/.exec(line)?.[1] ?? [])
  expect(contract.length).toBeGreaterThan(5)
  expect(missing).toEqual(['errors'])
  expect(remarks).toHaveLength(3)
})
