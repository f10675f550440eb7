/** `vostro calibrate`: what a real service does where the specification is silent. */
import { existsSync } from 'node:fs'
import { isUsageError } from '../../core/errors.ts'
import type { CalibrateOptions, Calibration, CalibrationReport } from '../../sandbox/index.ts'
import { type Command, callError } from '../command.ts'
import { readJson, readText, writeTo } from '../files/read-and-write.ts'
import { config } from '../options/read-options.ts'
import { choice, flag, text, texts, whole } from '../options/value-kind.ts'
import { shutdownSignal } from '../shutdown-signal.ts'

type Values = ReadonlyMap<string, unknown>

export const calibrate: Command = {
  name: 'calibrate',
  summary: 'Asks a real service, its sandbox, which assumptions it lives by; or reads it off a recording.',
  words: [],
  // biome-ignore format: read it as a table
  options: [
    { name: 'baseUrl', about: 'Where the banking API is.', kind: text('URL') },
    { name: 'authUrl', about: 'Where the token server is.', kind: text('URL') },
    { name: 'loanBaseUrl', about: 'Where the loan service is, if there is one.', kind: text('URL') },
    { name: 'clientId', about: 'The client.', kind: text('ID') },
    { name: 'clientSecret', about: 'Its secret: better in the environment, as VOSTRO_CLIENT_SECRET.', kind: text('SECRET') },
    { name: 'audience', about: 'The audience of the banking API.', kind: text('AUDIENCE') },
    { name: 'loanAudience', about: 'That of the loan service, where it has one of its own.', kind: text('AUDIENCE') },
    { name: 'partnerId', about: 'The partner, for webhooks.', kind: text('UUID') },
    { name: 'accountNumber', about: 'A master account of the sandbox.', kind: text('NUMBER') },
    { name: 'scope', about: 'How far it may go. By default `read`.', kind: choice('read', 'create', 'money') },
    { name: 'only', about: 'An assumption to ask about; may be repeated. By default all.', kind: texts('ID') },
    { name: 'skip', about: 'An assumption not to ask about; may be repeated.', kind: texts('ID') },
    { name: 'plan', about: 'Tells what would be asked, and sends nothing.', kind: flag },
    { name: 'mostAmount', about: 'The largest wire, in minor units. By default 100000.', kind: whole('N', 1) },
    { name: 'receiverRoutingNumber', about: 'A routing number that the service sends wires to, where it does not take any.', kind: text('NUMBER') },
    { name: 'calls', about: 'How many calls it may make. By default 1000.', kind: whole('N', 1) },
    { name: 'maxWait', about: 'How many seconds each question may wait. By default 180.', kind: whole('SECONDS', 0) },
    { name: 'receiverUrl', about: 'An address that the service can reach, for pushes.', kind: text('URL') },
    { name: 'receiverPort', about: 'The port here to which that address leads.', kind: whole('PORT', 1, 65_535) },
    { name: 'production', about: 'The host of an address that is no sandbox, where money there is yours to move …', kind: texts('HOST') },
    { name: 'confirmHost', about: '… and the same host again.', kind: texts('HOST') },
    { name: 'recording', about: 'A file of calls that were made already: nothing is sent.', kind: text('FILE') },
    { name: 'day', about: 'The day of the recording, where its calls have no time.', kind: text('YYYY-MM-DD') },
    { name: 'out', about: 'The file to write for createBank({ assume }). What it has from an earlier run stays, unless it is seen anew.', kind: text('FILE') },
    { name: 'watch', about: 'The file of an earlier run: tells what the service does otherwise now, and ends with 1 where it does.', kind: text('FILE') },
    { name: 'report', about: 'The file to write with every finding and exchange, as JSON.', kind: text('FILE'), variable: 'VOSTRO_CALIBRATION_REPORT' },
    { name: 'unredacted', about: 'Keeps secrets, names and account numbers in the report.', kind: flag },
    config,
  ],
  run: async ({ values }, { stdout, stderr }) => {
    const {
      calibrate: run,
      calibrateFrom,
      calibrationChanges,
      calibrationPlan,
    } = await import('../../sandbox/index.ts')
    const options = optionsFrom(values)
    if (values.get('plan') === true) {
      for (const { scope, how, assumptions } of calibrationPlan(options)) {
        await stdout(`${scope}: ${how}${assumptions.length > 0 ? `\n  ${assumptions.join(', ')}` : ''}`)
      }
      return 0
    }
    const ending = new AbortController()
    void shutdownSignal().then((signal) => {
      stderr(`${signal}: what was made there is removed, then it ends.`)
      ending.abort()
    })
    const [before, out] = [calibrationIn(values.get('watch')), values.get('out')]
    const reportOf = async (recording: unknown): Promise<CalibrationReport> => {
      if (typeof recording === 'string') {
        const exchanges = readText(recording, 'Give a file of recorded calls. (§7)')
        return calibrateFrom(exchanges, { urls: options.urls, ...picked(values, ['unredacted', 'day']) })
      }
      const onProgress: CalibrateOptions['onProgress'] = ({ asked, of, how }) => stderr(`${asked} of ${of}: ${how}`)
      return await run({ ...options, receiver: await receiverFrom(values), signal: ending.signal, onProgress })
    }
    const report = await reportOf(values.get('recording')).catch(asCallError)
    const { text: told, ...data } = report
    await stdout(told.trimEnd())
    const files = [
      [out, { ...calibrationIn(out, 'perhaps'), ...report.calibration }],
      [values.get('report'), data],
    ] as const
    for (const [path, content] of files) {
      if (typeof path !== 'string') continue
      writeTo(path, JSON.stringify(content, null, 2))
      stderr(`Written to ${path}.`)
    }
    if (report.failure !== undefined) return 1
    const changes = calibrationChanges(before ?? {}, report)
    for (const { id, before: was, now, seen } of changes) {
      const is = JSON.stringify(now) ?? 'no value of ours'
      await stdout(`Changed: ${id} was ${JSON.stringify(was)}, and is ${is}: ${seen}`)
    }
    return changes.length > 0 ? 1 : 0
  },
}

/** The file of an earlier run. @throws {UsageError} where it cannot be read; `perhaps` where there may be none yet */
function calibrationIn(path: unknown, perhaps?: 'perhaps'): Calibration | undefined {
  if (typeof path !== 'string' || (perhaps && !existsSync(path))) return undefined
  return readJson(path, 'Give the file that --out of an earlier run has written. (§7)') as Calibration
}

/** What is wrong with an option is told by the name that it has here. */
function asCallError(error: unknown): never {
  if (!isUsageError(error) || error.details.length === 0) throw error
  const problems = error.details.map(({ path, message }) => ({ path: path.split('.').at(-1) as string, message }))
  throw callError('calibrate', problems)
}

function optionsFrom(values: Values): CalibrateOptions {
  const hostsOf = (name: string) => (values.get(name) as readonly string[] | undefined) ?? []
  const credentials = ['clientId', 'clientSecret', 'audience', 'loanAudience', 'partnerId', 'accountNumber']
  return {
    fetch: (request: Request) => fetch(request),
    urls: picked(values, ['baseUrl', 'authUrl', 'loanBaseUrl']),
    credentials: picked(values, credentials),
    ...picked(values, ['scope', 'only', 'skip', 'calls', 'mostAmount', 'unredacted']),
    ...(values.has('maxWait') && { maxWait: { seconds: values.get('maxWait') } }),
    wire: picked(values, ['receiverRoutingNumber']),
    production: hostsOf('production').map((host) => ({
      host,
      confirmHost: hostsOf('confirmHost').find((each) => each === host) ?? '',
    })),
  } as unknown as CalibrateOptions
}

function picked(values: Values, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries([...values].filter(([name]) => names.includes(name)))
}

async function receiverFrom(values: Values): Promise<CalibrateOptions['receiver']> {
  const [url, port] = [values.get('receiverUrl'), values.get('receiverPort')]
  if (url === undefined && port === undefined) return undefined
  if (typeof url !== 'string' || typeof port !== 'number') {
    const path = url === undefined ? 'receiverUrl' : 'receiverPort'
    throw callError('calibrate', [{ path, message: 'is missing: a receiver has an address, and a port here' }])
  }
  const { receiverAt } = await import('../serve/tunnel-receiver.ts')
  return receiverAt(url, port)
}
