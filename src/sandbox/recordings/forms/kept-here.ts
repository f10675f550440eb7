/** Calls as vostro keeps them, as JSON: those of a bank, and the exchanges in the report of a calibration. */
import { type Form, headersAt, listOf, own } from './form.ts'

/** `JSON.stringify(bank.requests)`. It has no headers of answers. */
export const bankRequests: Form = {
  name: 'bank.requests as JSON',
  entriesOf: (recording) => listOf(recording, ['method', 'url', 'status', 'answer']),
  read: (entry, fail) => ({
    method: own(entry, 'method'),
    url: own(entry, 'url'),
    requestHeaders: headersAt(entry, 'headers', fail),
    requestBody: own(entry, 'body') ?? null,
    status: own(entry, 'status'),
    headers: {},
    body: own(entry, 'answer') ?? null,
    at: own(entry, 'at'),
  }),
}

export const exchanges: Form = {
  name: 'the exchanges of a report',
  entriesOf: (recording) => listOf(recording, ['method', 'url', 'requestHeaders', 'status']),
  read: (entry, fail) => ({
    method: own(entry, 'method'),
    url: own(entry, 'url'),
    requestHeaders: headersAt(entry, 'requestHeaders', fail),
    requestBody: own(entry, 'requestBody') ?? null,
    status: own(entry, 'status'),
    headers: headersAt(entry, 'headers', fail),
    body: own(entry, 'body') ?? null,
    at: own(entry, 'at'),
  }),
}
