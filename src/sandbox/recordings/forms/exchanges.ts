/** Exchanges as they are here, as JSON: a report of a calibration has them. */
import { type Form, fieldsAt, listOf, own } from './form.ts'
import { exchangeOf, headersOf } from './raw-exchange.ts'

export const exchanges: Form = {
  name: 'the exchanges of a report',
  entriesOf: (recording) => listOf(recording, ['method', 'url', 'requestHeaders', 'status']),
  exchangeOf(entry, fail) {
    return exchangeOf(
      {
        method: own(entry, 'method'),
        url: own(entry, 'url'),
        requestHeaders: headersOf(Object.entries(fieldsAt(entry, 'requestHeaders', fail)), fail),
        requestBody: own(entry, 'requestBody') ?? null,
        status: own(entry, 'status'),
        headers: headersOf(Object.entries(fieldsAt(entry, 'headers', fail)), fail),
        body: own(entry, 'body') ?? null,
        at: own(entry, 'at'),
      },
      fail,
    )
  },
}
