/** The reference pages, made from the source and from real runs: `npm run docs` writes them, and a test checks that they are up to date. */
import { readFileSync } from 'node:fs'
import { assumptions, createBank, rejections } from 'vostro'
import { type EndpointRow, servedPaths } from '../../src/contract/endpoint.ts'
import { isAssumption } from '../../src/core/assumptions/catalogue.ts'
import { runTransitions } from '../support/transitions.ts'
import { assumptionsPage } from './doc-assumptions.ts'
import { commandLinePage } from './doc-command-line.ts'
import { controlPage } from './doc-control.ts'
import { root, slugOf } from './doc-files.ts'
import { list, page, sentence, table, withTables } from './doc-markup.ts'
import { type Exchange, runEveryCall, runEveryEvent } from './doc-runs.ts'
import { withSections } from './doc-sections.ts'
import { specificationPage } from './doc-specification.ts'
import {
  bankEvents,
  changeKinds,
  endpoints,
  faultKinds,
  fieldSourcesOf,
  loanStatuses,
  type Member,
  membersOf,
  movesFrom,
  occasions,
  recordFields,
  type Source,
} from './doc-tables.ts'
import { versionsPage } from './doc-versions.ts'

/** Every generated page, by its path. */
export async function referencePages(): Promise<Record<string, string>> {
  const exchanges = await runEveryCall()
  const texts = {
    'docs/reference/specification.md': await specificationPage(),
    'docs/reference/endpoints.md': endpointsPage(exchanges),
    'docs/reference/events.md': await eventsPage(),
    'docs/reference/assumptions.md': assumptionsPage(),
    'docs/reference/rejections.md': rejectionsPage(),
    'docs/reference/fields.md': fieldsPage(),
    'docs/reference/options.md': optionsPage(),
    'docs/reference/functions.md': functionsPage(),
    'docs/reference/explore.md': explorePage(),
    'docs/guides/faults.md': faultsPage(),
    'docs/reference/cli.md': commandLinePage(),
    'docs/reference/control.md': await controlPage(),
    'docs/reference/versions.md': versionsPage(),
  }
  return Object.fromEntries(Object.entries(texts).map(([path, text]) => [path, withSections(path, text)]))
}

const addresses = { token: '{auth_url}', banking: '{base_url}', loans: '{loan_base_url}' }

/** Whether an example shows a header: those that every call has are left out. */
const isOfThisCall = (header: string) => !/^(authorization: Bearer|content-type: application\/json)/.test(header)

function endpointsPage(exchanges: ReadonlyMap<string, Exchange>): string {
  const rows = Object.entries(endpoints)
  /** The first call that answers with a record. Later ones refer to it, except the one that shows a wire when it is done. */
  const firstWith = new Map<string, string>()
  const shownAnswer = (name: string, { response }: EndpointRow, answer: string) => {
    if (answer === '') return ', is empty.'
    const { record } = fieldSourcesOf(response)
    const shape = record.startsWith('page of') ? 'page' : record
    const first = firstWith.get(shape)
    if (first !== undefined && name !== 'getWire')
      return `, is a ${record}, ${shape === 'page' ? 'formed ' : ''}as in [\`${first}\`](#${first.toLowerCase()}).`
    firstWith.set(shape, name)
    if (shape === 'page') {
      const fields = Object.keys(JSON.parse(answer)).map((field) => `\`${field}\``)
      return `, is a ${record}. The fields of a page are ${fields.join(', ')}: \`results\` is the array of the records.`
    }
    return `:\n\n\`\`\`json\n${answer}\n\`\`\``
  }
  const sections = rows.map(([name, row]) => {
    const { service, method, path, aliases, summary, section, source, isSecured } = row
    const exchange = exchanges.get(name)
    if (!exchange) throw new Error(`Failed to find a call of "${name}". Make one in src/openapi/runs/calls.ts.`)
    const others = Object.entries(aliases).filter(([other]) => other !== path)
    const [, sourceOfPath] = Object.entries(aliases).find(([own]) => own === path) ?? [path, source]
    const also =
      others.length === 0 ? '' : ` Also at ${others.map(([alias, its]) => `\`${alias}\` (${its})`).join(', ')}.`
    const token = isSecured ? '' : ' Needs no token.'
    const until = name === 'cancelWire' ? ' ([until when](../guides/money.md#cancel-a-wire-and-until-when))' : ''
    const { url, headers, body, status, answer } = exchange
    return `## ${name}

\`${method} ${addresses[service]}${path}\`

${sentence(summary)}${until}.${also}${token} ${sentence(sourceOfPath)}, ${section}.

\`\`\`http
${[`${method} ${url}`, ...headers.filter(isOfThisCall), ...(body === undefined ? [] : ['', body])].join('\n')}
\`\`\`

The answer, ${status}${shownAnswer(name, row, answer)}`
  })
  return page(
    'Endpoints',
    `Every call that the bank answers, with a request and an answer from a real run (\`seed: 7\`).

- \`{base_url}\`, \`{auth_url}\` and \`{loan_base_url}\` are \`bank.urls\`: by default \`https://api.bank.test\`, \`https://auth.bank.test\` and \`https://loans.bank.test\`. [Other addresses](options.md#createbank) are options.
- \`bank.requests\`, \`toHaveReceivedRequest\` and [faults](../guides/faults.md) refer to a call by its name.
- *Specified* calls are in the API's specification; the section (§) of any call is the one to which it belongs there. *Published* calls are only in the public reference of the service. *Assumed* calls are documented nowhere, and are formed like the others. \`bankHandlers(bank, { only: 'specified' })\` leaves out published and assumed calls, and the further paths (*also at*) that are published or assumed.
- The examples leave out \`authorization: Bearer <access_token>\`, which every call has that needs a token, and \`content-type: application/json\`, which every body needs.
- Amounts are whole numbers of minor units: 10000 is 100.00 (of loans: decimals). The rules for fields are in [the guide to HTTP](../guides/calling.md).
- Case and a slash at the end of a path do not matter. An unknown path gets a 404 that names the nearest call, and a wrong method gets a 405.`,
    list(
      rows.map(([name, row]) => {
        const [path, source] = shownPathOf(row)
        const from = source === 'specified' ? '' : ` (${source})`
        return [`[\`${name}\`](#${name.toLowerCase()})`, `\`${row.method} ${addresses[row.service]}${path}\`${from}`]
      }),
    ),
    ...sections,
  )
}

async function eventsPage(): Promise<string> {
  const loanEvents = createBank().loans.events()
  const names = [...Object.keys(bankEvents), ...loanEvents]
  const bodies = runEveryEvent(names)
  const { told } = await runTransitions(names)
  const when = (name: string) => occasions[name as keyof typeof occasions]
  const source = (name: string) => {
    const origin = bankEvents[name as keyof typeof bankEvents]
    if (origin === undefined || origin === 'specified') return 'specified'
    return `published, [\`${origin}\`](assumptions.md#${slugOf(origin)})`
  }
  return page(
    'Events',
    `The events that the bank emits. The sections below show the body of the push of each. [Pushes](../guides/pushes.md) tells how it reaches your code.

- \`Wire.Payment.Sent\` and \`Wire.Payment.Received\` are always emitted, and are in \`bank.events\` even if no partner registered for them.
- The other events of the banking API are emitted only for a partner that registered for them. The assumption in the table can change that: \`'always'\` or \`'never'\`.
- A partner can register for any name, but the bank emits no event with a name that is not in the table. With \`assume: { 'webhooks.eventNames': 'listed' }\` the bank refuses a registration for a name that is not in the table.
- The five loan events are pushed to partners that registered for them, with the loan service's own body. \`bank.events\` lists them as notifications whose resource is the query that finds the loan.`,
    table(
      ['event', 'emitted when', 'source'],
      names.map((name) => [`[\`${name}\`](#${anchor(name)})`, when(name), source(name)]),
    ),
    `## Which event announces which change

Each transition, with the events that a partner gets if it registered for every event, and → the resources that they name. Read a resource with a GET at its path: \`LoanSummary\` below \`{loan_base_url}\`, all others below \`{base_url}\`. *None* means that no event announces the transition: read the record, or wait on the clock. If an inbound wire leaves \`Hold\`, the event of its transaction reports that, and no wire event does ([\`events.inboundCompleted\`](assumptions.md#events)).

${list(
  told.map(({ transition, events }) => {
    const names = listed(events.map(({ eventName }) => eventName))
    const resources = listed(events.flatMap(({ resources }) => resources.map(template)))
    return [`**${transition}**`, names === '' ? 'none' : `${names} → ${resources || 'no resource'}`] as const
  }),
)}`,
    ...names.map((name) => `## ${name}\n\n\`\`\`json\n${bodies.get(name)}\n\`\`\``),
  )
}

/** The path of a call that the table shows: the specified one, if there is one. */
function shownPathOf(row: EndpointRow) {
  const paths = servedPaths(row)
  return paths.find(([, source]) => source === 'specified') ?? (paths[0] as (typeof paths)[number])
}

/** The words as code, each word once. */
function listed(words: readonly string[]): string {
  return [...new Set(words)].map((word) => `\`${word}\``).join(', ')
}

/** A path with names in place of ids and account numbers. */
function template(path: string): string {
  return path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '{id}').replace(/\/\d{10,12}/g, '/{accountNumber}')
}

const resources: Record<string, string> = {
  accounts: 'Accounts',
  clock: 'Clock',
  desk: 'Desk',
  faults: 'Faults',
  holds: 'Holds',
  loans: 'Loans',
  partners: 'Partners',
  policies: 'Policies',
  outbox: 'Outbox',
  restrictions: 'Restrictions',
  subledgers: 'Subledgers',
  tokens: 'Tokens',
  transactions: 'Transactions',
  webhooks: 'Webhooks',
  wires: 'Wires',
}

function rejectionsPage(): string {
  const throwers = new Map<string, string[]>()
  for (const [resource, name] of Object.entries(resources)) {
    for (const member of membersOf(name)) {
      for (const code of new Set(member.throws)) {
        throwers.set(code, [...(throwers.get(code) ?? []), `\`${resource}.${member.name}\``])
      }
    }
  }
  return page(
    'Rejections',
    `Every way in which the bank says no. The function API throws a \`RejectionError\` with the \`code\` and \`status\`; over HTTP the answer has this status, and its body the number after it. [Errors](../messages.md#errors-in-code) tells how to handle them, and why a wire without money is not an error.

Is it real? Each line names the rule that demands the refusal: a section of the specification (§), or an [assumption](assumptions.md). *Published*, or *assumed* (our guess), is how an assumption and its status are known. *Status assumed*: the rule demands a refusal but names no status, so the status is our guess. *Only with* an option: by default the bank does not refuse it; with this value in \`assume\` it does. 1000 covers several rules: [see each](validation.md#which-requests-does-the-bank-refuse). The numbers within the published ranges are our choice. After the colon stand the functions of \`bank\` that throw it.`,
    list(
      byNumber(Object.entries<RejectionRow>(rejections)).map(([code, row]) => [
        `\`${code}\` (${row.status}, ${row.number}; ${realityOf(row)})`,
        (throwers.get(code) ?? ['only over HTTP']).join(', '),
      ]),
    ),
    loanStatusesSection(),
  )
}

interface RejectionRow {
  readonly status: number
  readonly number: number
  readonly from: Source
  readonly only?: string | number
}

/** Where a refusal and its status are known from. */
function realityOf({ status, number, from, only }: RejectionRow): string {
  if (only !== undefined) {
    const value = typeof only === 'number' ? `${only}` : `'${only}'`
    return `only with ${sourceOf(from).replace('`]', `: ${value}\`]`)}`
  }
  const refusal = isAssumption(from) ? `${sourceOf(from)}, ${assumptions[from].provenance}` : sourceOf(from)
  return refusal.endsWith('assumed') || isStatusKnown(status, number, from) ? refusal : `${refusal}, status assumed`
}

/** Whether the rule names the status of its refusal, too. 400 is the published status of a request that is not well formed. */
function isStatusKnown(status: number, number: number, from: Source): boolean {
  if (!isAssumption(from)) return from === '§7' && status === 401
  const { default: preset, why } = assumptions[from]
  return `${preset} ${why}`.includes(`${status}`) || (status === 400 && number < 2000)
}

function sourceOf(source: Source): string {
  return source.startsWith('§') ? source : `[\`${source}\`](assumptions.md#${slugOf(source)})`
}

/** Every field of every answer, and where it comes from. */
function fieldsPage(): string {
  const sections = recordFields().map(({ record, fields }) => {
    const sources = [...new Set(Object.values(fields))]
    const rows = sources.map((source) => {
      const names = Object.keys(fields).filter((field) => fields[field] === source)
      return [sourceOf(source), names.map((field) => `\`${field}\``).join(', ')] as const
    })
    return `## ${sentence(record)}\n\n${list(rows)}`
  })
  return page(
    'Fields',
    'Every field of every answer, by where it comes from: the section of the specification (§), or the [assumption](assumptions.md) about what the specification leaves open. A field within another field is listed with its path. The fields within `details` are in [events](events.md), and come from `events.details`. A successful call answers 200 ([`http.createStatus`](assumptions.md#http)); the other statuses are in [rejections](rejections.md).',
    ...sections,
  )
}

function optionsPage(): string {
  const section = (title: string, text: string, name: string) => `## ${title}\n\n${text}\n\n${optionList(name)}`
  return page(
    'Options',
    'An unknown option, or a value that cannot be used, throws a `UsageError` that lists every problem. Every option may be left out, except `fetch`, `urls` and `credentials` of `calibrate` and of the real service, `clientId` and `clientSecret` of their credentials, and `against` of `conformance`.',
    section(
      'createBank',
      `The options of \`createBank(options)\`. In vitest they are \`bankOptions\`, and in jest the second argument of \`bankTest\`. The default partner is named \`${createBank().partner.name}\`. In a \`Passthrough\` ledger, the default, the balance of the master account decides whether a payment is covered, and subledgers may go below zero. In a \`Direct\` ledger the subledger's own balance decides. [Assumptions](assumptions.md) lists the ids of \`assume\`. [The command line](cli.md) has the same options.`,
      'BankOptions',
    ),
    section('bankHandlers', '`bankHandlers(bank, options)` from `vostro/msw`.', 'HandlerOptions'),
    section('test.extend', '`test.extend({ … })` from `vostro/vitest`.', 'BankFixtures'),
    section(
      'test.use',
      '`test.use({ … })` from `vostro/playwright`, and `use` of its configuration.',
      'PlaywrightBankFixtures',
    ),
    section('looseEnds', 'What a test may leave behind without failing, in every runner.', 'LooseEnds'),
    section(
      'trace',
      'When a test writes the trace of its bank, and where: `bankTrace` in vitest, `trace` elsewhere.',
      'TraceSettings',
    ),
    section('A duration', 'As in `bank.clock.advance({ hours: 2 })`. The parts add up. A day is 24 hours.', 'Duration'),
    section('timeline', '`bank.timeline(options)`.', 'TimelineOptions'),
    section(
      'A fault of a call',
      '`bank.faults.inject(fault, options)`: [faults](../guides/faults.md).',
      'RequestFaultOptions',
    ),
    section(
      'A fault of a push',
      'The options of `bank.faults.inject(fault, options)` for a push to a connected handler.',
      'PushFaultOptions',
    ),
    section(
      'A fault of a batch',
      'The options of `bank.faults.inject(fault, options)` for `partialRelease`.',
      'BatchFaultOptions',
    ),
    section('Where a fault strikes', 'The options that all three kinds of faults have.', 'FaultPlace'),
    section(
      'explore',
      '`explore(scenario, options)` from `vostro/explore`: [explore](../guides/explore.md).',
      'ExploreOptions',
    ),
    section(
      'calibrate',
      '`calibrate(options)` from `vostro/sandbox`: [calibrate](../guides/calibrate.md).',
      'CalibrateOptions',
    ),
    section('Credentials', 'The `credentials` in the options of `calibrate` and `conformance`.', 'ServiceCredentials'),
    section(
      'conformance',
      '`conformance(scenario, options)` from `vostro/sandbox`: [conformance](../guides/conformance.md).',
      'ConformanceOptions',
    ),
    section(
      'The real service',
      'The option `against` of `conformance(scenario, options)`, if it is not a recording.',
      'ServiceOptions',
    ),
  )
}

function optionList(name: string): string {
  return list(membersOf(name).map((member) => [`\`${member.name}\` (${typeOf(member)})`, member.text]))
}

function typeOf({ name, signature }: Member): string {
  const type = signature
    .replace(/^readonly /, '')
    .slice(name.length)
    .replace(/^\??: ?/, '')
  return name === 'assume' && type.includes('Assumed') ? 'ids with values' : `\`${type.replace(/^\| /, '')}\``
}

function functionsPage(): string {
  const isOwn = ({ name }: Member) => !(name in resources)
  const view = membersOf('PartnerView').filter(isOwn)
  const inView = new Set(view.map(({ name }) => name))
  const own = membersOf('Bank').filter((member) => isOwn(member) && !inView.has(member.name))
  const rows = (members: readonly Member[], prefix: string) =>
    list(
      members.map(({ signature, text }) => [
        `\`${prefix}${signature.replace(/^readonly /, '')}\``,
        firstSentence(text),
      ]),
    )
  return page(
    'Functions',
    `The function API: what \`createBank()\` returns. Your editor shows more of each: its rules, parameters, errors and examples.

- A \`list\` gives a page: \`{ results, pageNumber, pageSize, hasPreviousPage, hasNextPage }\`, with ten records, unless \`pageSize\` (at most 50) says otherwise. Only \`bank.accounts.all()\` and \`bank.partners.list()\` give all records.
- Amounts are whole numbers of minor units: 10000 is 100.00.
- A section (§) is a section of the API's specification.
- \`bank.as(partnerId)\` has the resources of another partner, such as accounts, wires and webhooks, but nothing of the whole bank, such as the clock, the desk and faults.`,
    `## bank\n\n${rows([...view, ...own], 'bank.')}`,
    ...Object.entries(resources).map(
      ([resource, name]) => `## bank.${resource}\n\n${rows(membersOf(name), `bank.${resource}.`)}`,
    ),
  )
}

/** The first sentence of a text. A point within a name, such as `bank.clock`, ends none. */
function firstSentence(text: string): string {
  return /^.*?[.](?= |$)/.exec(text)?.[0] ?? text
}

function loanStatusesSection(): string {
  const rows = Object.entries(loanStatuses).map(([status, { number }]) => {
    const next = movesFrom(status as Parameters<typeof movesFrom>[0]).map((each) => `\`${each}\``)
    return [`\`${status}\` (${number})`, next.length === 0 ? 'nowhere' : next.join(', ')] as const
  })
  return `## Loan statuses

Each status with its number, and the statuses to which the loan can go. The first of them is the next on the usual way, to which \`bank.loans.advance(id)\` takes the loan; from \`InFunding\` and \`NotFullyFunded\` this is a funding attempt that succeeds. [Loans](../guides/loans.md) shows the way. \`assume: { 'loans.moves': 'any' }\` allows every move.

${list(rows)}`
}

const pointNames = { request: '3', push: 'push2', payment: 'payment1', store: 'store4' }

/** The page about `explore` is written by hand, except its table of changes. */
function explorePage(): string {
  const rows = Object.entries(changeKinds).map(([kind, { at, means, option, lastsAWhile, alike }]) => [
    `\`${kind}@${pointNames[at]}${kind === 'first' ? ':1' : ''}\``,
    means,
    [
      ...(option === 'deskDecisions' ? ['with `deskDecisions`'] : []),
      ...(option === 'lostPushes' ? ['not with `lostPushes: false`'] : []),
      ...(lastsAWhile ? ['may give up'] : []),
      ...(alike === undefined ? [] : [`in pairs \`${alike}\``]),
    ].join('; '),
  ])
  const page = readFileSync(`${root}docs/reference/explore.md`, 'utf8')
  return withTables(page, [table(['name', 'what happens', ''], rows)])
}

/** The guide to faults is written by hand, except its table of faults. */
function faultsPage(): string {
  const rows = Object.entries<{ means: string; cut?: { code: string } }>(faultKinds).map(([kind, { means, cut }]) => [
    `\`${kind}\``,
    means,
    cut === undefined ? '' : `\`${cut.code}\``,
  ])
  const page = readFileSync(`${root}docs/guides/faults.md`, 'utf8')
  return withTables(page, [table(['fault', 'what happens', 'code of the error in Node'], rows)])
}

function anchor(title: string): string {
  return title.toLowerCase().replace(/[^\w -]/g, '')
}

function byNumber<Row extends { readonly number: number }>(rows: readonly (readonly [string, Row])[]) {
  return rows.toSorted(([, first], [, second]) => first.number - second.number)
}
