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
