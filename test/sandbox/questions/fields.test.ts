import { expect, it } from 'vitest'
import { Exchanges } from '../../../src/sandbox/questions/exchanges.ts'
import { reads } from '../../../src/sandbox/questions/fields.ts'

const urls = { baseUrl: 'https://api.example', authUrl: 'https://id.example' }

/** The verdict on the field `source`, after the service answered a list of these wires. */
function verdictOn(...results: object[]) {
  const exchange = { method: 'GET', url: `${urls.baseUrl}/wires/v1/payments`, status: 200, body: { results }, at: 0 }
  const exchanges = new Exchanges([{ ...exchange, requestHeaders: {}, requestBody: null, headers: {} }], urls)
  const row = reads({ calls: ['listWires'], when: '', field: 'source' } as never)
  return row.judge(row.from(exchanges))
}

it('takes a field that only some records lack for the value of the others [§7]', () => {
  const verdict = verdictOn({ id: 'w1', source: 'API' }, { id: 'w2' })

  expect(verdict).toMatchObject({ verdict: 'is', value: 'API', seen: 'source is "API"' })
})
