import { expect, it } from 'vitest'
import type { AssumptionId } from 'vostro'
import { type CalibrateOptions, calibrate } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { hiddenBank } from './hidden-bank.ts'

/** What is found of some assumptions, by their ids. */
async function found(only: readonly AssumptionId[], options: CalibrateOptions) {
  const { findings, left } = await calibrate({ ...options, only })
  return { of: (id: string) => findings.find((finding) => finding.id === id), left }
}

it('finds the header of idempotency keys [§4]', async () => {
  const bank = hiddenBank({ 'idempotency.header': 'x-request-id' })

  const { of, left } = await found(['idempotency.header'], { ...bank, scope: 'create' })

  expect(of('idempotency.header')?.value).toBe('x-request-id')
  expect(left.filter(({ kind }) => kind === 'restriction')).toEqual([])
})

it('says of a header that nobody would think of which ones it tried, and tells nothing that rests on it [§4]', async () => {
  const { of } = await found(['idempotency.header', 'idempotency.changedBody'], {
    ...hiddenBank({ 'idempotency.header': 'a-name-of-its-own' }),
    scope: 'create',
  })

  expect(of('idempotency.header')).toMatchObject({ verdict: 'unknown' })
  expect(of('idempotency.header')?.seen).toContain('whichever header had the key: idempotency-key, x-idempotency-key')
  expect(of('idempotency.changedBody')?.verdict).toBe('unknown')
})

it('tells of a service that refuses a repeat, and does not give its first answer again [§4]', async () => {
  const bank = hiddenBank()
  const known = new Set<string>()
  const fetch = async (request: Request) => {
    const key = request.headers.get('idempotency-key')
    if (key !== null && known.has(key)) return new Response('{"errors":[]}', { status: 409 })
    if (key !== null) known.add(key)
    return await bank.fetch(request)
  }

  const { of } = await found(['idempotency.header', 'idempotency.changedBody'], {
    ...bank,
    fetch,
    scope: 'create',
  })

  expect(of('idempotency.header')?.value).toBe('idempotency-key')
  expect(of('idempotency.changedBody')).toMatchObject({
    verdict: 'unknown',
    seen: 'with the same key in idempotency-key, a repeated request was answered 409',
  })
})

it('removes what it made, though it may make no more calls [§7]', async () => {
  const bank = { ...hiddenBank(), only: ['requests.null' as const], scope: 'create' as const }
  const { exchanges } = await calibrate(bank)
  const first = exchanges.findIndex(({ url, method }) => method === 'POST' && url.endsWith('/restrictions'))

  const { left, of } = await found(['requests.null'], { ...hiddenBank(), scope: 'create', calls: first + 2 })

  expect(left.map(({ kind }) => kind)).toEqual([])
  expect(of('requests.null')?.seen).toBe(`all ${first + 2} calls are used up (option calls)`)
})

it.each([
  ['list', 'published'],
  ['list', 'status'],
  ['problem', undefined],
  ['envelope', 'status'],
  ['text', undefined],
] as const)('finds errors in the form %s, with the codes %s [§7]', async (form, codes) => {
  const assume = { 'errors.body': form, ...(codes && { 'errors.codes': codes }) }

  const { of } = await found(['errors.body', 'errors.codes'], { ...hiddenBank(assume), scope: 'read' })

  expect(of('errors.body')?.value).toBe(form)
  expect(of('errors.codes')?.value).toBe(codes)
})

it('has no value for errors that have a form or codes of their own [§7]', async () => {
  const refusing = (body: object) =>
    answeringOtherwise({ ...hiddenBank(), scope: 'read' as const }, (answer) =>
      answer.status === 404 ? { ...answer, body } : answer,
    )

  const form = await found(['errors.body'], refusing({ message: 'Not found' }))
  const code = await found(['errors.codes'], refusing({ errors: [{ code: 1_404, message: '' }] }))

  expect(form.of('errors.body')).toMatchObject({
    verdict: 'differs',
    seen: 'the body of an answer 404 has another form',
  })
  expect(code.of('errors.codes')).toMatchObject({ verdict: 'differs', seen: 'an answer 404 has the code 1404' })
})

it('takes a service that makes things with 201 for one that does [§4]', async () => {
  const isMaking = ({ method, url }: Request) => method === 'POST' && url.endsWith('/restrictions')
  const bank = answeringOtherwise({ ...hiddenBank(), scope: 'create' as const }, (answer, request) =>
    isMaking(request) && answer.status === 200 ? { ...answer, status: 201 } : answer,
  )

  const { of } = await found(['http.createStatus', 'errors.unknownFields', 'idempotency.header'], bank)

  expect(of('http.createStatus')).toMatchObject({ verdict: 'differs' })
  expect(of('errors.unknownFields')).toMatchObject({ verdict: 'agrees', value: 'ignored' })
  expect(of('idempotency.header')).toMatchObject({ verdict: 'agrees' })
})
