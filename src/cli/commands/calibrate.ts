/** `vostro calibrate`: finds out what a real service does where the specification is silent. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { jsonOf } from '../../bank/shell/state/exchange.ts'
import { isAssumable } from '../../core/assumptions/assumed-values.ts'
import { type AssumptionId, assumptions } from '../../core/assumptions/catalogue.ts'
import { isUsageError } from '../../core/errors.ts'
import { fieldsOf } from '../../core/kernel/json.ts'
import { keysOf } from '../../core/kernel/keys.ts'
import { wrapped } from '../../core/kernel/wrapped.ts'
import type {
  CalibrateOptions,
  Calibration,
  CalibrationChange,
  CalibrationReport,
  ContractFinding,
} from '../../sandbox/index.ts'
import { type Command, callError, type Terminal, widthOf } from '../command.ts'
import { readJson, readText, writeTo } from '../files/read-and-write.ts'
import { flagOf, variableOf } from '../options/option-row.ts'
import { choice, flag, text, texts, whole } from '../options/value-kind.ts'
import { abortedAtEnd } from '../shutdown-signal.ts'

type Values = ReadonlyMap<string, unknown>

export const calibrate: Command = {
  name: 'calibrate',
  summary:
    'Finds out which assumptions hold at a real service: the command asks the sandbox of the service, or reads a recording.',
  words: [],
  // biome-ignore format: read it as a table
  options: [
    { name: 'baseUrl', about: 'Where the banking API is.', kind: text('URL') },
    { name: 'authUrl', about: 'Where the token server is.', kind: text('URL') },
    { name: 'loanBaseUrl', about: 'Where the loan service is, if there is one.', kind: text('URL') },
    { name: 'clientId', about: 'The client id.', kind: text('ID') },
    { name: 'clientSecret', about: 'The client secret: better in the environment, as VOSTRO_CLIENT_SECRET.', kind: text('SECRET') },
    { name: 'audience', about: 'The audience of the banking API.', kind: text('AUDIENCE') },
    { name: 'loanAudience', about: 'The audience of the loan service, if it differs.', kind: text('AUDIENCE') },
    { name: 'accountNumber', about: 'A master account of the sandbox.', kind: text('NUMBER') },
    { name: 'scope', about: 'What the command may do at the service. By default `read`.', kind: choice('read', 'create', 'money') },
    { name: 'only', about: 'An assumption to ask about; may be repeated. By default all.', kind: texts('ID') },
    { name: 'skip', about: 'An assumption not to ask about; may be repeated.', kind: texts('ID') },
    { name: 'plan', about: 'Shows the steps that the command would take, and sends nothing.', kind: flag },
    { name: 'mostAmount', about: 'The largest amount of a wire, in minor units. By default 100000.', kind: whole('N', 1) },
    { name: 'receiverRoutingNumber', about: 'A routing number that the service accepts for wires, if it accepts only some.', kind: text('NUMBER') },
    { name: 'wire', about: 'A field that the service needs in a wire, such as `purpose=Invoice`; a value may be JSON. May be repeated.', kind: texts('FIELD=VALUE') },
    { name: 'calls', about: 'How many calls the command may make. By default 1000.', kind: whole('N', 1) },
    { name: 'maxWait', about: 'How long each question may wait: at least for review, hold and the next batch. By default 180.', kind: whole('SECONDS', 0) },
    { name: 'production', about: 'A host that does not look like a sandbox, if the money there is yours to move. Give the host as `--confirm-host`, too.', kind: texts('HOST') },
    { name: 'confirmHost', about: 'The host of `--production` again, to confirm it.', kind: texts('HOST') },
    { name: 'recording', about: 'A file of recorded calls. The command reads it instead of asking the service, and sends nothing.', kind: text('FILE') },
    { name: 'day', about: 'The day of the recording, if its calls have no time.', kind: text('YYYY-MM-DD') },
    { name: 'out', about: 'The file to which the command adds the observed values, for `createBank({ assume })`. Values that this run did not observe stay; removed are those of which it observed what no value of vostro describes.', kind: text('FILE') },
    { name: 'watch', about: 'The file that an earlier run wrote with `--out` or `--report`. The command lists where the service now differs from it, and exits with 1 if it does. Only a report shows which fields are new or missing.', kind: text('FILE') },
    { name: 'report', about: 'The file to write with every finding and exchange, as JSON.', kind: text('FILE'), variable: 'VOSTRO_CALIBRATION_REPORT' },
    { name: 'unredacted', about: 'Leaves secrets, names and account numbers readable in the report.', kind: flag },
  ],
  run: async ({ values }, given) => {
    const terminal = inColumns(given)
    const { stdout, stderr } = terminal
    const {
      calibrate: run,
      calibrateFrom,
      calibrationChanges,
      calibrationPlan,
      fieldChanges,
    } = await import('../../sandbox/index.ts')
    const options = optionsFrom(values)
    if (values.get('plan') === true) {
      // A plan needs no secret, as nothing is sent.
      const credentials = { ...options.credentials, clientSecret: 'not sent' }
      const steps = await Promise.resolve({ ...options, credentials })
        .then(calibrationPlan)
        .catch(asCallError)
      for (const { scope, how, assumptions: shown } of steps) {
        await stdout(`${scope}: ${how}${shown.length > 0 ? `\n  ${shown.join(', ')}` : ''}`)
      }
      return 0
    }
    const signal = abortedAtEnd(terminal, 'removes what it made at the service, then ends.')
    const [watched, out] = [values.get('watch'), values.get('out')]
    const [before, contract] = [calibrationIn(watched), contractIn(watched)]
    const reportOf = async (recording: unknown): Promise<CalibrationReport> => {
      if (typeof recording === 'string') {
        const exchanges = readText(recording, 'Give a file of recorded calls.')
        return calibrateFrom(exchanges, { urls: options.urls, ...picked(values, ['unredacted', 'day']) })
      }
      const onProgress: CalibrateOptions['onProgress'] = ({ asked, of, how, scope }) =>
        void (scope !== 'read' && stderr(`${asked + 1} of ${of}: ${how}`))
      return await run({ ...options, signal, onProgress })
    }
    const earlier = calibrationIn(out, 'perhaps') ?? {}
    for (const name of ['out', 'report']) refuseWithoutFolder(name, values.get(name))
    const report = await reportOf(values.get('recording')).catch(asCallError)
    const { text: told, ...data } = report
    if (report.failure !== undefined) {
      stderr(`Failed to calibrate: ${report.failure}`)
      return 1
    }
    await stdout(told.trimEnd())
    const changes = calibrationChanges(before ?? {}, report)
    const fields = contract === undefined ? [] : fieldChanges({ contract }, report)
    const files = [
      [out, extended(earlier, report)],
      [values.get('report'), before === undefined ? data : { ...data, changes, fields }],
    ] as const
    for (const [path, content] of files) writeTo(path, JSON.stringify(content, null, 2), given)
    return await exitCodeOf(report, before && { before, changes, fields }, terminal)
  },
}

/** The same terminal, in which the sentences of the program name its flags, and lines end between two words. */
function inColumns(given: Terminal): Terminal {
  const columns = widthOf(given.columns)
  const told = (text: string) => inFlags(text).split('\n').flatMap(fitted).join('\n')
  const fitted = (line: string) => {
    const indent = line.length - line.trimStart().length
    const [first = '', ...more] = wrapped(line.slice(indent), columns - indent - 2)
    return [' '.repeat(indent) + first, ...more.map((each) => ' '.repeat(indent + 2) + each)]
  }
  return { ...given, stdout: (text) => given.stdout(told(text)), stderr: (line) => given.stderr(told(line)) }
}

/** Names options as they are written here: `--account-number` for `credentials.accountNumber`. The signal is Ctrl-C, which has no name. */
const inFlags = (text: string): string =>
  text
    .replaceAll(' (option signal)', '')
    .replaceAll(/production: \{ host: '([^']+)'.*$/gm, '--production $1 --confirm-host $1')
    .replaceAll(/scope: '(\w+)'/g, '--scope $1')
    .replaceAll(/(?:(?:the )?option |credentials\.|urls\.)(\w+)/g, (words, name) =>
      calibrate.options.some((row) => row.name === name) ? flagOf(name) : words,
    )

/** Says what changed, and why the run is not complete. The exit code is 0 only if it is complete, and nothing changed. */
async function exitCodeOf(
  { ended, calibration }: CalibrationReport,
  watched:
    | {
        readonly before: Calibration
        readonly changes: readonly CalibrationChange[]
        readonly fields: readonly ContractFinding[]
      }
    | undefined,
  { stdout, stderr }: Pick<Terminal, 'stdout' | 'stderr'>,
): Promise<number> {
  const valueAt = (id: AssumptionId) => `${id} = ${JSON.stringify(calibration[id]?.value ?? assumptions[id].default)}`
  const { before, changes = [], fields = [] } = watched ?? {}
  for (const { id, before: was, now, isObserved, seen } of changes) {
    const is = JSON.stringify(now) ?? 'a value that vostro does not know'
    const text = isObserved ? `Changed: ${id} was ${JSON.stringify(was)}, and is ${is}` : `No longer observed: ${id}`
    await stdout(`${text}: ${seen}`)
  }
  for (const { endpoint, path, problem } of fields) {
    await stdout(`Changed: ${endpoint} ${path} is ${problem === 'missing field' ? 'missing' : 'new'}`)
  }
  const count = changes.length + fields.length
  const added = keysOf(calibration).filter((id) => before !== undefined && before[id] === undefined)
  if (added.length > 0) await stdout(`Not in the file of the earlier run: ${added.map(valueAt).join(', ')}`)
  if (ended !== undefined) stderr(`The run is not complete: ${ended}`)
  else if (watched && count === 0) await stdout(added.length > 0 ? 'Nothing in that file changed.' : 'Nothing changed.')
  return ended !== undefined || count > 0 ? 1 : 0
}

/** An earlier calibration with the new values. If no known value describes what the service does now, the earlier value is dropped. */
function extended(earlier: Calibration, { findings, calibration }: CalibrationReport): Calibration {
  const isOther = (id: string) =>
    findings.some((each) => each.id === id && each.verdict === 'differs' && each.value === undefined)
  return Object.fromEntries(Object.entries({ ...earlier, ...calibration }).filter(([id]) => !isOther(id)))
}

/** The places at which answers broke the contract, if the file is a report. */
function contractIn(path: unknown): readonly ContractFinding[] | undefined {
  const { contract } = typeof path === 'string' ? fieldsOf(readJson(path, ADVICE)) : {}
  return Array.isArray(contract) ? contract : undefined
}

const ADVICE = 'Give the file that --out or --report of an earlier run has written.'

/** The values in the file of an earlier run. With `perhaps` the file may be missing. @throws {UsageError} if it cannot be read */
function calibrationIn(path: unknown, perhaps?: 'perhaps'): Calibration | undefined {
  if (typeof path !== 'string' || (perhaps && !existsSync(path))) return undefined
  const file = readJson(path, ADVICE)
  const given = fieldsOf(file)['calibration'] ?? file
  const isFit = ([id, each]: [string, unknown]) =>
    Object.hasOwn(assumptions, id) && isAssumable(id as AssumptionId, each)
  const unfit = Object.entries(fieldsOf(given)).filter((entry) => !isFit(entry))
  const problems = unfit.map(([id]) => ({
    path: `${path}: ${id}`,
    message: 'must be an observation of an assumption, as --out writes it',
  }))
  if (problems.length > 0) throw callError('calibrate', problems)
  return fieldsOf(given) as Calibration
}

/** Refuses a file that cannot be written, before anything is sent. */
function refuseWithoutFolder(name: string, path: unknown): void {
  const folder = typeof path === 'string' ? dirname(resolve(path)) : undefined
  if (folder === undefined || existsSync(folder)) return
  throw callError('calibrate', [
    { path: flagOf(name), message: `must be in a folder that exists, and ${folder} does not` },
  ])
}

/** Throws an error about options again, under the names that the options have on the command line. */
function asCallError(error: unknown): never {
  if (!isUsageError(error) || error.details.length === 0) throw error
  const problems = error.details.map(({ path, message }) => {
    const name = path.split('.').findLast((part) => calibrate.options.some((row) => row.name === part))
    const hint = name !== undefined && message === 'is missing' ? `; give it, or set ${variableOf(name)}` : ''
    return { path: name === undefined ? path : flagOf(name), message: inFlags(message) + hint }
  })
  throw callError('calibrate', problems)
}

function optionsFrom(values: Values): CalibrateOptions {
  const hostsOf = (name: string) => (values.get(name) as readonly string[] | undefined) ?? []
  const credentials = ['clientId', 'clientSecret', 'audience', 'loanAudience', 'accountNumber']
  return {
    fetch: (request: Request) => fetch(request),
    urls: picked(values, ['baseUrl', 'authUrl', 'loanBaseUrl']),
    credentials: picked(values, credentials),
    ...picked(values, ['scope', 'only', 'skip', 'calls', 'mostAmount', 'unredacted']),
    ...(values.has('maxWait') && { maxWait: { seconds: values.get('maxWait') } }),
    wire: {
      ...picked(values, ['receiverRoutingNumber']),
      ...fieldsFrom((values.get('wire') ?? []) as readonly string[]),
    },
    production: hostsOf('production').map((host) => ({
      host,
      confirmHost: hostsOf('confirmHost').find((each) => each === host) ?? '',
    })),
  } as unknown as CalibrateOptions
}

/** Fields from `FIELD=VALUE`. A value that is no JSON record or list is a text. */
const fieldsFrom = (pairs: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...rest] = pair.split('=')
      const text = rest.join('=')
      if (name === '' || rest.length === 0) {
        throw callError('calibrate', [{ path: flagOf('wire'), message: `must be FIELD=VALUE, and is ${pair}` }])
      }
      return [name, /^[[{]/.test(text) ? (jsonOf(text) ?? text) : text]
    }),
  )

function picked(values: Values, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries([...values].filter(([name]) => names.includes(name)))
}
