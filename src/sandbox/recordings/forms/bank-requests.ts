/** What a bank of vostro keeps of its calls, as JSON: `JSON.stringify(bank.requests)`. It has no headers of answers. */
import { type Form, fieldsAt, listOf, own } from './form.ts'
import { exchangeOf, headersOf } from './raw-exchange.ts'

export const bankRequests: Form = {
  name: 'bank.requests as JSON',
  entriesOf: (recording) => listOf(recording, ['method', 'url', 'status', 'answer']),
  exchangeOf(entry, fail) {
    return exchangeOf(
      {
        method: own(entry, 'method'),
        url: own(entry, 'url'),
        requestHeaders: headersOf(Object.entries(fieldsAt(entry, 'headers', fail)), fail),
        requestBody: own(entry, 'body') ?? null,
        status: own(entry, 'status'),
        headers: {},
        body: own(entry, 'answer') ?? null,
        at: own(entry, 'at'),
      },
      fail,
    )
  },
}
