import { expect, it } from 'vitest'
import { type BankOptions, createBank } from 'vostro'

/** The refusal of a call without a token. */
async function refused(assume: BankOptions['assume']) {
  const bank = createBank({ assume })
  const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)
  return { type: response.headers.get('content-type'), text: await response.text() }
}

it('writes errors as problems of RFC 9457, if it is told to [§7]', async () => {
  const { type, text } = await refused({ 'errors.body': 'problem' })

  expect(type).toBe('application/problem+json; charset=utf-8')
  expect(JSON.parse(text)).toEqual({
    type: 'about:blank',
    title: 'Refused',
    status: 401,
    detail: expect.stringContaining('token'),
  })
})

it('writes errors in an envelope, or as a text, if it is told to [§7]', async () => {
  const envelope = await refused({ 'errors.body': 'envelope' })
  const text = await refused({ 'errors.body': 'text' })

  const { error } = JSON.parse(envelope.text)
  expect(error).toEqual({ code: expect.any(Number), message: text.text })
  expect(text.type).toBe('text/plain; charset=utf-8')
})

it('writes the status as the code of an error, if it is told to [§7]', async () => {
  const { text } = await refused({ 'errors.codes': 'status' })

  expect(JSON.parse(text)).toMatchObject({ errors: [{ code: 401 }] })
})

const own = {
  errors: [
    { code: 1, message: 'Own.' },
    { code: 2, message: 'Own, too.' },
  ],
}

it.each([
  ['status', 'problem'],
  ['failedAnswer', 'text'],
] as const)('leaves the body that a test gave to the fault %s as it is, with errors as %s [§7]', async (kind, form) => {
  const bank = createBank({ assume: { 'errors.body': form, 'errors.codes': 'status' } })
  bank.faults.inject(kind, { body: own })

  const response = await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)

  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await response.json()).toEqual(own)
  expect(bank.assumptions.used().filter(({ id }) => id.startsWith('errors.'))).toEqual([])
})

it('breaks a body off in the form in which the bank writes it [§7]', async () => {
  const bank = createBank({ assume: { 'errors.body': 'text' } })
  const ask = async () => (await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)).text()
  const whole = await ask()

  bank.faults.inject('malformedBody')

  expect(await ask()).toBe(whole.slice(0, Math.ceil(whole.length / 2)))
})
