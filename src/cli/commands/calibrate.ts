/** `vostro calibrate`: what a real service does where the specification is silent. */
import { readFileSync } from 'node:fs'
import { isUsageError } from '../../core/errors.ts'
import type { CalibrateOptions } from '../../sandbox/calibrate/calibrate-options.ts'
import type { CalibrationReport } from '../../sandbox/calibrate/report.ts'
import type { Scope } from '../../sandbox/questions/question.ts'
import { callError } from '../call-error.ts'
import type { Command } from '../command.ts'
import { writeTo } from '../files/write-file.ts'
import { config } from '../options/read-options.ts'
import { choice, flag, text, texts, whole } from '../options/value-kind.ts'
import { shutdownSignal } from '../shutdown-signal.ts'

type Values = ReadonlyMap<string, unknown>

export const calibrate: Command = {
  name: 'calibrate',
  summary: 'Asks a real service, its sandbox, which assumptions it lives by; or reads it off a recording.',
  words: [],
  options: [
    { name: 'baseUrl', about: 'Where the banking API is.', kind: text('URL') },
    { name: 'authUrl', about: 'Where the token server is.', kind: text('URL') },
    { name: 'loanBaseUrl', about: 'Where the loan service is, if there is one.', kind: text('URL') },
    { name: 'clientId', about: 'The client.', kind: text('ID') },
    {
      name: 'clientSecret',
      about: 'Its secret: better in the environment, as VOSTRO_CLIENT_SECRET.',
      kind: text('SECRET'),
    },
    { name: 'audience', about: 'The audience of the banking API.', kind: text('AUDIENCE') },
    { name: 'loanAudience', about: 'That of the loan service, where it has one of its own.', kind: text('AUDIENCE') },
    { name: 'partnerId', about: 'The partner, for webhooks.', kind: text('UUID') },
    { name: 'accountNumber', about: 'A master account of the sandbox.', kind: text('NUMBER') },
    { name: 'scope', about: 'How far it may go. By default `read`.', kind: choice('read', 'create', 'money') },
    { name: 'calls', about: 'How many calls it may make. By default 1000.', kind: whole('N', 1) },
    { name: 'maxWait', about: 'How many seconds each question may wait. By default 180.', kind: whole('SECONDS', 0) },
    { name: 'receiverUrl', about: 'An address that the service can reach, for pushes.', kind: text('URL') },
    { name: 'receiverPort', about: 'The port here to which that address leads.', kind: whole('PORT', 1, 65_535) },
    {
      name: 'production',
      about: 'The host of an address that is no sandbox, where money there is yours to move …',
      kind: texts('HOST'),
    },
    { name: 'confirmHost', about: '… and the same host again.', kind: texts('HOST') },
    { name: 'recording', about: 'A file of calls that were made already: nothing is sent.', kind: text('FILE') },
    { name: 'day', about: 'The day of the recording, where its calls have no time.', kind: text('YYYY-MM-DD') },
    { name: 'out', about: 'The file to write for createBank({ assume }).', kind: text('FILE') },
    { name: 'report', about: 'The file to write with every finding and exchange, as JSON.', kind: text('FILE') },
    { name: 'unredacted', about: 'Keeps secrets, names and account numbers in the report.', kind: flag },
    config,
  ],
  run: async ({ values }, { stdout, stderr }) => {
    const ending = new AbortController()
    void shutdownSignal().then((signal) => {
      stderr(`${signal}: what was made there is removed, then it ends.`)
      ending.abort()
    })
    const { text: told, ...report } = await reportOf(values, ending.signal).catch(asCallError)
    await stdout(told.trimEnd())
    const files = [
      [values.get('out'), report.calibration],
      [values.get('report'), report],
    ] as const
    for (const [path, content] of files) {
      if (typeof path !== 'string') continue
      writeTo(path, JSON.stringify(content, null, 2))
      stderr(`Written to ${path}.`)
    }
    return 0
  },
}

/** What is wrong with an option is told by the name that it has here. */
function asCallError(error: unknown): never {
  if (!isUsageError(error) || error.details.length === 0) throw error
  const problems = error.details.map(({ path, message }) => ({ path: path.split('.').at(-1) as string, message }))
  throw callError('calibrate', problems)
}

async function reportOf(values: Values, signal: AbortSignal): Promise<CalibrationReport> {
  const urls = withoutMissing(values, ['baseUrl', 'authUrl', 'loanBaseUrl']) as unknown as CalibrateOptions['urls']
  const unredacted = values.get('unredacted') === true
  const path = values.get('recording')
  if (typeof path === 'string') {
    const { calibrateFrom } = await import('../../sandbox/calibrate/from-recording.ts')
    return calibrateFrom(readFileSync(path, 'utf8'), { urls, unredacted, day: values.get('day') as string | undefined })
  }
  const { calibrate: run } = await import('../../sandbox/calibrate/calibrate.ts')
  const names = ['clientId', 'clientSecret', 'audience', 'loanAudience', 'partnerId', 'accountNumber'] as const
  const seconds = values.get('maxWait') as number | undefined
  return await run({
    fetch: (request) => fetch(request),
    urls,
    credentials: withoutMissing(values, names) as unknown as CalibrateOptions['credentials'],
    scope: values.get('scope') as Scope | undefined,
    calls: values.get('calls') as number | undefined,
    maxWait: seconds === undefined ? undefined : { seconds },
    receiver: await receiverFrom(values),
    production: productionFrom(values),
    unredacted,
    signal,
  })
}

function withoutMissing(values: Values, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (values.has(name) ? [[name, values.get(name)]] : [])))
}

function productionFrom(values: Values): CalibrateOptions['production'] {
  const hostsOf = (name: string) => (values.get(name) as readonly string[] | undefined) ?? []
  return hostsOf('production').map((host) => ({
    host,
    confirmHost: hostsOf('confirmHost').find((each) => each === host) ?? '',
  }))
}

async function receiverFrom(values: Values): Promise<CalibrateOptions['receiver']> {
  const [url, port] = [values.get('receiverUrl'), values.get('receiverPort')]
  if (url === undefined && port === undefined) return undefined
  if (typeof url !== 'string' || typeof port !== 'number') {
    const path = url === undefined ? 'receiverUrl' : 'receiverPort'
    throw callError('calibrate', [{ path, message: 'is missing: a receiver has an address, and a port here' }])
  }
  const { receiverAt } = await import('../serve/receiver.ts')
  return receiverAt(url, port)
}
