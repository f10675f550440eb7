import { expect, it } from 'vitest'
import { bodyRead, type RecordedExchange } from '../../../src/sandbox/recordings/exchange.ts'
import { refusalText } from '../../../src/sandbox/recordings/refusal-text.ts'

it.each<[string, string | undefined, string | undefined, RecordedExchange['body']]>([
  ['JSON', '{"amount":1}', 'application/json; charset=utf-8', { amount: 1 }],
  ['a kind of JSON', '{"errors":[]}', 'application/problem+json', { errors: [] }],
  ['JSON that is a number', '7', 'application/json', 7],
  ['JSON whose header was lost', ' [1]', undefined, [1]],
  ['JSON that is none', '{"amount":', 'application/json', '{"amount":'],
  ['a form', 'grant_type=client_credentials', 'application/x-www-form-urlencoded', 'grant_type=client_credentials'],
  ['a text with figures', '7', 'text/plain', '7'],
  ['nothing', '', 'application/json', null],
  ['no body', undefined, undefined, null],
])('reads %s as the contract means it [§4]', (_, text, contentType, body) => {
  expect(bodyRead(text, contentType)).toEqual(body)
})

it('keeps a field that is named like what every object has [§4]', () => {
  const body = bodyRead('{"__proto__":{"isAdmin":true}}') as object

  expect(Object.keys(body)).toEqual(['__proto__'])
  expect(Object.getPrototypeOf(body)).toBe(Object.prototype)
})

it('quotes no name, address or number of a person from a refusal [§5]', () => {
  const detail = 'Payee Jane Doe (jane@doe.example) of 40011 is blocked. Ask the desk.'

  expect(refusalText({ status: 400, body: { detail } })).toBe('400 "… (…) of … is blocked. Ask the desk."')
})
