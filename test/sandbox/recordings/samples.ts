/** The same two calls in every form of a recording. */

export const url = 'https://api.bank.example/wires/v1/payments'
const sent = { accountNumber: '2000000004', amount: 100 }
const answered = { id: '00000000-0000-4000-8000-000000000001', amount: 100 }
const at = ['2026-01-05T10:00:00.000Z', '2026-01-05T10:00:01.000Z'] as const

const json = { name: 'Content-Type', value: 'application/json' }
const harEntry = (startedDateTime: string, request: object, response: object) => ({
  startedDateTime,
  time: 12,
  request: { httpVersion: 'HTTP/1.1', headers: [json, { name: ':authority', value: 'api.bank.example' }], ...request },
  response: { status: 200, headers: [json], ...response },
})
const base64 = Buffer.from(JSON.stringify(answered)).toString('base64')
const postData = { mimeType: 'application/json', text: JSON.stringify(sent) }

/** The later call first, as parallel ones may be written; its body is base64. */
export const harFile = {
  log: {
    version: '1.2',
    creator: { name: 'a browser', version: '1' },
    entries: [
      harEntry(at[1], { method: 'GET', url: `${url}/1` }, { content: { text: base64, encoding: 'base64' } }),
      harEntry(at[0], { method: 'post', url, postData }, { content: { text: JSON.stringify(answered) } }),
    ],
  },
}

export const pollyCassette = {
  log: {
    _recordingName: 'pays a wire',
    creator: { comment: 'persister:fs', name: 'Polly.JS', version: '6.0.6' },
    version: '1.2',
    pages: [],
    entries: harFile.log.entries.map((entry, _order) => ({ _id: 'c0ffee', _order, cache: {}, ...entry })),
  },
}

const reqheaders = { 'content-type': 'application/json' }
const rawHeaders = ['Content-Type', 'application/json']
export const nockRecording = [
  { scope: 'https://api.bank.example:443', method: 'POST', path: '/wires/v1/payments', body: sent, reqheaders },
  { scope: 'https://api.bank.example:443', method: 'GET', path: '/wires/v1/payments/1', body: '', reqheaders },
].map((entry) => ({ ...entry, status: 200, response: answered, rawHeaders, responseIsBinary: false }))

const kept = { isDeprecated: false, headers: reqheaders, status: 200, answer: answered }
export const requestsOfABank = [
  { id: '1', at: at[0], endpoint: 'createWire', method: 'POST', url, body: sent, ...kept },
  { id: '2', at: at[1], endpoint: 'getWire', method: 'GET', url: `${url}/1`, body: null, ...kept },
]

const exchange = { requestHeaders: reqheaders, status: 200, headers: reqheaders, body: answered }
/** What each of them says. */
export const exchanges = [
  { ...exchange, method: 'POST', url, requestBody: sent, at: Date.parse(at[0]) },
  { ...exchange, method: 'GET', url: `${url}/1`, requestBody: null, at: Date.parse(at[1]) },
]
