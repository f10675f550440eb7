/** Bytes that are no request, or nearly one: right requests with bytes changed, put in, cut off or repeated, and what is known to trip servers. */
import * as fc from 'fast-check'
import { type Broken, brokenRequests } from './broken-requests.ts'
import type { FencedBank } from './fenced-banks.ts'

const LINE = '\r\n'

/** A request as it goes over the wire. */
function bytesOf({ method, target, headers, body }: Broken, host: string): Buffer {
  const path = target.replaceAll(/[^\x21-\x7e]/g, '%20')
  const content = Buffer.from(body ?? '')
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Connection: close',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${content.length}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join(LINE)}${LINE}${LINE}`, 'latin1'), content])
}

const known = (host: string): readonly string[] =>
  [
    '',
    '\0'.repeat(100),
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${'x'.repeat(200)}`,
    'GET /_vostro/health\r\n',
    `GET /_vostro/health HTTP/9.9\r\nHost: ${host}\r\n\r\n`,
    'GET /_vostro/health HTTP/1.1\r\n\r\n',
    `GET /_vostro/health HTTP/1.1\r\nHost: ${host}\r\nHost: other.example\r\nConnection: close\r\n\r\n`,
    'GET /_vostro/banks HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n',
    'GET http://other.example/_vostro/banks HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n',
    `GET //other.example/_vostro/banks HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    'GET /_vostro/banks HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    'GET /_vostro/banks HTTP/1.1\r\nHost: [::1\r\nConnection: close\r\n\r\n',
    'GET /api HTTP/1.0\r\n\r\n',
    `OPTIONS * HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    `CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    `TRACE / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    `GET /_vostro/clock HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    `GET /_vostro/clock HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n`,
    `POST /_vostro/reset HTTP/1.1\r\nHost: ${host}\r\nExpect: 100-continue\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello`,
    `POST /_vostro/reset HTTP/1.1\r\nHost: ${host}\r\nExpect: the worst\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    `POST /_vostro/clock/advance HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello`,
    `POST /_vostro/clock/advance HTTP/1.1\r\nHost: ${host}\r\nContent-Length: -5\r\n\r\nhello`,
    `POST /_vostro/clock/advance HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 99999999999999999999\r\n\r\nhello`,
    `POST /api/wires/v1/payments HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1099511627776\r\n\r\nhello`,
    `POST /_vostro/clock/advance HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n`,
    `POST /_vostro/clock/advance HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n`,
    `POST /api/wires/v1/payments HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nhello`,
    `POST /api/wires/v1/payments HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: gzip, identity\r\n\r\nhello`,
    `POST /auth/oauth/token HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n0\r\nTrailer: x\r\n\r\n`,
    `GET /api HTTP/1.1\r\nHost: ${host}\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`,
    `GET /api HTTP/1.1\r\nHost: ${host}\r\n${'X: y\r\n'.repeat(4_000)}\r\n`,
    `GET /api HTTP/1.1\r\nHost: ${host}\r\nX : y\r\n\r\n`,
    `GET /api HTTP/1.1\r\nHost: ${host}\r\n folded\r\n\r\n`,
    `GET /api HTTP/1.1\r\nHost: ${host}\r\nX: a\0b\r\n\r\n`,
    `GET /api\xff\xfe HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    `GET ${'/'.repeat(60_000)} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  ] as const

type Change = (bytes: Buffer) => Buffer

/** One change somewhere. */
const change: fc.Arbitrary<Change> = fc
  .record({
    kind: fc.constantFrom('flip', 'flip', 'insert', 'cut', 'repeat', 'drop'),
    // The first line, the head, the body.
    place: fc.oneof(fc.nat(80), fc.nat(1_000), fc.nat(5_000)),
    length: fc.nat(40),
    put: fc.oneof(
      fc.uint8Array({ maxLength: 12 }),
      fc.constantFrom('\r\n', '\n', '\r', '\0', ' ', ':', '\r\n\r\n', '%'),
    ),
  })
  .map(({ kind, place, length, put }) => (bytes) => {
    const at = Math.min(place, bytes.length)
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    if (kind === 'cut') return before
    if (kind === 'drop') return Buffer.concat([before, after.subarray(length)])
    if (kind === 'repeat') return Buffer.concat([before, after.subarray(0, length), after])
    if (kind === 'insert') return Buffer.concat([before, Buffer.from(put as string), after])
    return Buffer.concat([before, Buffer.from(put as string), after.subarray(Buffer.from(put as string).length)])
  })

/** So many of them; the same seed gives the same ones. No fault is injected: nobody knows whom else it would strike. */
export function rawSampleOf(banks: readonly FencedBank[], host: string, seed: number, count: number): Buffer[] {
  const changed = fc
    .tuple(
      brokenRequests(banks).filter(({ target, body = '' }) => !target.includes('/faults') && body.length < 10_000),
      fc.array(change, { minLength: 1, maxLength: 3 }),
    )
    .map(([sent, changes]) => changes.reduce((bytes, each) => each(bytes), bytesOf(sent, host)))
  const one = fc.constantFrom(...known(host)).map((text) => Buffer.from(text, 'latin1'))
  const any = fc.oneof({ weight: 8, arbitrary: changed }, { weight: 1, arbitrary: one })
  return fc.sample(any, { seed, numRuns: count })
}
