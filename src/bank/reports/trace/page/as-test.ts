/** Writes what happened in a bank as lines of a test, and copies text to the clipboard. */
import { visibleLines } from '../../../../core/kernel/visible.ts'
import { isOfBank } from '../../lanes.ts'
import { literalOf } from '../../literal.ts'
import { withoutRepeats } from '../../repeats.ts'
import type { BankTrace, Step, TraceData, TracedRequest } from '../trace-data.ts'
import { statesOf } from './states.ts'

type Fields = Readonly<Record<string, unknown>>
interface Entry {
  readonly operation: string
  readonly actor: { readonly kind: string }
  readonly call: { readonly requestId?: string }
  readonly input: Fields | null
}
type Copied = Pick<BankTrace, 'title' | 'options' | 'journal' | 'steps' | 'requests' | 'payments'>

/** Returns a test file for vitest: each request and each call of the test is a line. It ends with the failure, or else with each status. */
export function testTextOf(
  { title, options, journal, steps, requests, payments }: Copied,
  failed?: Pick<TraceData, 'problem' | 'place' | 'marks'>,
) {
  const [, ...entries] = (journal ?? []) as readonly Entry[]
  const answers = entries.flatMap(({ operation, input }) =>
    operation === 'pushes.end' ? ((input?.['answer'] as { status?: number })?.status ?? 503) : [],
  )
  const lines = replayOf(steps, requests, entries)
  const { problem = null, place = 'the end of the test', marks = [] } = failed ?? {}
  const end =
    problem === null
      ? [...statesOf(steps)(steps.length - 1).payments].map(
          ([index, { status }]) => `expect(bank.explain('${payments[index]?.id}').status).toBe('${status}')`,
        )
      : [`// What failed at ${place}: assert it here.`, `expect.fail(${literalOf(problem.split('\n\n', 1)[0])})`]
  const text = [
    `import { ${end.length > 0 ? 'expect, ' : ''}test } from 'vitest'`,
    "import { createBank } from 'vostro'",
    '',
    '// Replays the calls that reached the bank, without your code, snapshots, and what a restore or a reset undid.',
    ...marks.flatMap((mark) => mark.split('\n').map((line) => `// ${line}`)),
    `test(${literalOf(title)}, async () => {`,
    `  const bank = createBank(${literalOf(options)})`,
    `  const answers = ${literalOf(answers)} // to pushes, in their order`,
    ...(lines.some((line) => line.startsWith('bank.faults.inject')) ? [FAULTS] : []),
    ...lines.map((line) => `  ${line}`),
    '',
    '  console.log(bank.timeline())',
    ...end.map((line) => `  ${line}`),
    '})',
    '',
  ]
  const isUsed = lines.some((line) => line.includes('answers.shift()'))
  return visibleLines(text.filter((line) => isUsed || !line.startsWith('  const answers')).join('\n'))
}

const FAULTS = '  // A fault of requests strikes bank.fetch(), and no call such as bank.wires.create().'

function replayOf(steps: Copied['steps'], requests: Copied['requests'], entries: readonly Entry[]): string[] {
  const calls = entries.filter(({ operation, call }) => call.requestId === undefined && isOfTest(operation))
  const lines: string[] = []
  const requestOf = ({ request = -1 }: Step) => requests[request]
  for (const [step, repeats] of withoutRepeats(steps.slice(1), (step) => repeatKey(step, requestOf(step)))) {
    const request = requestOf(step)
    if (request) {
      const more = repeats > 0 ? `, and ${repeats} more like it` : ''
      lines.push(...faultLines(request, step), `${requestLine(request)}${more}`)
      continue
    }
    const line = stepLine(step, calls, entries)
    const last = lines.at(-1)
    // One advance to the last of several instants is the same.
    if (line?.includes('.advanceTo(') && last?.includes('.advanceTo(')) lines.pop()
    if (line !== undefined && !(line === SETTLED && last === SETTLED)) lines.push(line)
  }
  return lines
}

const isOfTest = (operation: string) => !isOfBank(operation) && operation !== 'clock.advance'

const SETTLED = 'await bank.settled()'

/** Undefined for what a repeat may change: a write that is done, and a request that a fault struck. */
function repeatKey({ changes }: Step, request: TracedRequest | undefined): string | undefined {
  const { method, url, body, status = 0, fault } = request ?? {}
  const mayRepeat = fault === undefined && changes.length === 0 && (method === 'GET' || status >= 400)
  return mayRepeat ? JSON.stringify([method, url, body, status]) : undefined
}

/** If the bank has no fact of the fault that struck a request, no call injected it, but `explore` did. */
function faultLines({ fault, status }: TracedRequest, { facts }: Step): string[] {
  if (fault === undefined || facts.some(({ text }) => text === `fault ${fault} struck`)) return []
  const hasStatus = fault === 'status' || fault === 'failedAnswer'
  return [`bank.faults.inject(${literalOf(fault)}, ${literalOf({ uses: 1, ...(hasStatus ? { status } : {}) })})`]
}

/** The headers that a client adds by itself, and that mean nothing to the bank. */
const ofTransport =
  /^(?:accept(?:-.*)?|connection|content-length|host|user-agent|sec-.*|origin|referer|priority|pragma)$/i

function requestLine({ method, url, headers, body, status }: TracedRequest): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const said = Object.fromEntries(Object.entries(headers).filter(([name]) => !ofTransport.test(name)))
  const init = { method, headers: said, ...(body === null || body === '' ? {} : { body: text }) }
  const call = `await bank.fetch(${literalOf(url)}, ${literalOf(init)})`
  return status === 0 ? `${call}.catch(() => {}) // no answer` : `${call} // answered with ${status}`
}

/** @param calls - the calls of the test that are not written yet */
function stepLine(
  { operation = '', at, until = at }: Step,
  calls: Entry[],
  entries: readonly Entry[],
): string | undefined {
  if (operation === '') return undefined
  if (operation === 'clock.advance') return `bank.clock.advanceTo(${literalOf(until)})`
  if (!isOfTest(operation)) return SETTLED
  const place = calls.findIndex((each) => each.operation === operation)
  const [called] = place < 0 ? [] : calls.splice(place, 1)
  // The operation of a request that another request overtook: the request is a line already.
  if (called === undefined) return undefined
  const { actor, input } = called
  const given = Object.fromEntries(Object.entries(input ?? {}).filter(([, value]) => value !== null))
  const call = `bank.${functionOf(operation, actor.kind)}`
  const special = specials[operation]?.(given, entries)
  if (special !== undefined) return special === '' ? undefined : `bank.${special}`
  if (/\.(?:create|place|register|post|transfer|simulateInbound|open)$/.test(operation))
    return `${call}(${literalOf(given)})`
  const key = KEYS.find((each) => each in given) ?? ''
  const { [key]: first, ...rest } = given
  const [[name, value] = [''], ...more] = Object.entries(rest)
  const last = more.length === 0 && ALONE.includes(name) ? value : rest
  return `${call}(${[...(key === '' ? [] : [first]), ...(name === '' ? [] : [last])].map((each) => literalOf(each)).join(', ')})`
}

/** Fields of inputs that are the first argument of a function, and those that are its second without their names. */
const KEYS = ['id', 'accountNumber', 'productId', 'kind', 'accessToken']
const ALONE = ['status', 'title', 'allowed', 'changes', 'reason', 'fields']

const functionOf = (operation: string, actor: string) =>
  operation
    .replace(actor === 'internal' ? /^(?=policies|restrictions)/ : /^(?=policies)/, 'desk.')
    .replace(/^pushes/, 'outbox')

const modes: Fields = { held: 'hold', settling: 'resume', beforeAnswer: 'beforeAnswer' }

const connectLine = (url: unknown) =>
  `webhooks.connect(${literalOf(url)}, () => new Response('', { status: answers.shift() ?? 200 }))`

const specials: Readonly<Record<string, (given: Fields, entries: readonly Entry[]) => string>> = {
  'tokens.issue': () => 'tokens.issue()',
  'pushes.setMode': ({ mode }) => `outbox.${modes[mode as string]}()`,
  // A server sends the pushes of every registration.
  'webhooks.connect': ({ url }, entries) => {
    const urls = url === '*' ? new Set(entries.flatMap(({ input }) => input?.['callbackUrl'] ?? [])) : [url]
    return [...urls].map(connectLine).join('\n  bank.')
  },
  'outcomes.expect': ({ of, match = {}, nth, every, status, ...rest }) =>
    `${of}s.expect(${[match, pick({ nth, every })].map((each) => literalOf(each)).join(', ')}).toEnd(${[status, rest].map((each) => literalOf(each)).join(', ')})`,
}

const pick = (fields: Fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Returns true if the text was copied. Some browsers deny the clipboard to a page from disk; then a selection of it is copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

function copySelected(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'hidden'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}
