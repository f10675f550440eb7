/** Runs a scenario on either side. Its fetch records every request, and refuses addresses that are not those of the side. */
import { createBank } from '../../../bank/create-bank.ts'
import { quiet } from '../../../bank/shell/pushes/event-loop.ts'
import { withText } from '../../../bank/shell/state/body-text.ts'
import { readable } from '../../../bank/shell/state/exchange.ts'
import { durationFrom } from '../../../bank/shell/state/options.ts'
import { separated } from '../../../core/assumptions/assumed-values.ts'
import type { AssumptionOverrides } from '../../../core/assumptions/catalogue.ts'
import { valuesWith } from '../../../core/assumptions/notes.ts'
import { UsageError } from '../../../core/errors.ts'
import type { Duration } from '../../../core/kernel/time/duration.ts'
import { routerFor, type ServiceAddresses } from '../../recordings/contract-check.ts'
import { type Call, hostsOf, type RecordedExchange, rowOf } from '../../recordings/exchange.ts'
import { realTime } from '../../service/real-time.ts'
import type { ServiceOptions } from '../../service/service-options.ts'
import { callOf, isRedirect } from '../../service/traffic.ts'
import type { ConformanceOptions, ConformanceScenario, ConformanceScene } from '../scene.ts'
import { Pace } from './pace.ts'
import type { Ending, Side } from './side.ts'

export type OurSide = Awaited<ReturnType<typeof runOurs>>

/**
 * Runs the scenario on a new bank.
 *
 * @param others - the calls of the other side, where answers take time. Before each of our calls our clock moves on, until as much time has
 *   passed since our first call as had passed between the counterparts of the two calls on the other side
 */
export async function runOurs(
  scenario: ConformanceScenario,
  { bank: options, prepare }: ConformanceOptions,
  assume: AssumptionOverrides,
  others: readonly Call[] = [],
) {
  const assumed: Readonly<Record<string, unknown>> = { ...options?.assume, ...assume }
  const bank = createBank({ ...options, assume: assumed })
  await prepare?.(bank)
  const addresses = Object.values(bank.urls)
  const now = () => Date.parse(bank.clock.now)
  const began = now()
  const recorder = new Recorder(bank.fetch, addresses, now, async ({ method, url }) => {
    const found = route(method, new URL(url))
    const late = pace.latenessOf({ endpoint: 'row' in found ? found.name : null, at: now() })
    if (late > 0) await wait({ milliseconds: late })
  })
  const [pace, route] = [new Pace(others), routerFor(bank.urls)]
  const { clientId, clientSecret, audience, loanAudience, id: partnerId } = bank.partner
  const { accountNumber } = bank.masterAccount
  const credentials = { clientId, clientSecret, audience, loanAudience, partnerId, accountNumber }
  let passing: Promise<unknown> = Promise.resolve()
  // Waits may overlap: while no call is under way, the clock moves to the end of each, and wakes those that end before.
  const wait = async (duration: Duration) => {
    const end = now() + durationFrom(duration, 'wait for')
    const nap = bank.clock.sleep(duration)
    passing = passing.then(async () => {
      await recorder.settled()
      if (now() < end) await bank.clock.advanceAsync({ milliseconds: end - now() })
    })
    await Promise.race([nap, passing.then(() => nap)])
  }
  const run = await ran(scenario, recorder, { urls: bank.urls, credentials: { ...credentials }, wait }, bank.urls)
  const values = valuesWith(separated(assumed).assume)
  const { 'wires.holidays': holidays, 'wires.batchTimes': batchTimes, 'wires.cutOff': cutOff } = values
  return {
    ...run,
    known: credentials,
    addresses,
    /** The assumptions on which the answers depended. */
    used: bank.assumptions.used().map(({ id }) => id),
    /** The instants at which the scenario began and ended, by the clock of its bank. */
    began,
    ended: now(),
    /** The values of assumptions that its bank was given. */
    assumed,
    /** The calendar that decides the effective dates of its wires. */
    calendar: {
      zone: options?.timeZone ?? 'America/New_York',
      holidays,
      batchTimes,
      cutOff,
      releases: (options?.release ?? 'calendar') === 'calendar',
    },
  }
}

export async function runTheirs(scenario: ConformanceScenario, against: ServiceOptions): Promise<Side> {
  const addresses = Object.values(against.urls).filter((address) => address !== undefined)
  const { clock = realTime } = against
  const recorder = new Recorder(
    (request) => against.fetch(request),
    addresses,
    () => clock.now(),
  )
  const scene = {
    urls: complete(against.urls, ['loanBaseUrl'], 'against.urls', recorder),
    credentials: complete(against.credentials, ['partnerId', 'accountNumber'], 'against.credentials', recorder),
    wait: async (duration: Duration) => clock.wait(durationFrom(duration, 'wait for')),
  }
  const run = await ran(scenario, recorder, scene, against.urls)
  if (recorder.exchanges.length === 0 && recorder.failure !== undefined) throw unreachable(addresses, recorder.failure)
  return { ...run, known: { ...against.credentials }, addresses }
}

function unreachable(addresses: readonly string[], failure: unknown): UsageError {
  const { name, code, cause } = failure as { name?: unknown; code?: unknown; cause?: { code?: unknown } }
  const why = [code, cause?.code, name, 'no reason was given'].find((each) => typeof each === 'string')
  return new UsageError(
    `Failed to reach the real service at ${hostsOf(addresses)}: no call was answered (${why}). Check against.urls and against.fetch, and whether a proxy or a VPN is needed from here.`,
  )
}

/** A record that throws when a missing field is read. Otherwise the client would send `undefined`, and the refusal would not say why. */
function complete<Given extends object, Name extends keyof Given & string>(
  given: Given,
  names: readonly Name[],
  place: string,
  recorder: Recorder,
): Given & { readonly [Needed in Name]: string } {
  const record = { ...given }
  for (const name of names.filter((each) => given[each] === undefined)) {
    const get = () =>
      recorder.refuse(
        `Failed to run the scenario against the real service: the scenario asks for "${name}", which was not given. Give it as ${place}.${name}.`,
      )
    // Not enumerable, so that copying the record does not throw.
    Object.defineProperty(record, name, { get, enumerable: false })
  }
  return record as Given & { readonly [Needed in Name]: string }
}

/** Throws if the scenario sent a request to a foreign address, even if it caught the refusal. */
async function ran(
  scenario: ConformanceScenario,
  recorder: Recorder,
  scene: Omit<ConformanceScene, 'fetch'>,
  urls: ServiceAddresses,
): Promise<Pick<Side, 'calls'> & { readonly ending: Ending }> {
  const ending = await endingOf(scenario, { ...scene, fetch: recorder.fetch })
  if (recorder.refused) throw recorder.refused
  const route = routerFor(urls)
  return { calls: recorder.exchanges.map((each) => rowOf(each, route)), ending }
}

async function endingOf(scenario: ConformanceScenario, scene: ConformanceScene): Promise<Ending> {
  try {
    const returned = await scenario(scene)
    return { returned: plain(returned) }
  } catch (threw) {
    // A thrown value that is not an `Error` gets its type as name.
    return { error: threw instanceof Error ? threw : Object.assign(new Error(String(threw)), { name: typeof threw }) }
  }
}

function plain(value: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(value))
  } catch {
    return undefined
  }
}

/** Records the exchanges of one side, whose scenario is given the `fetch`. */
class Recorder {
  readonly #sent: (RecordedExchange | undefined)[] = []
  readonly #origins: ReadonlySet<string>
  /** The error of the first refused request. It is kept because the scenario may catch it. */
  refused: UsageError | undefined
  /** Why the first unanswered request got no answer. */
  failure: unknown
  /** The calls under way, and how many were sent or answered. */
  readonly #pending = new Set<Promise<unknown>>()
  #steps = 0

  constructor(
    private readonly send: (request: Request) => Promise<Response>,
    addresses: readonly string[],
    /** The clock of its side, in milliseconds since 1970. */
    private readonly now: () => number,
    /** Runs before a request is sent. */
    private readonly before: (request: Request) => Promise<void> = async () => undefined,
  ) {
    this.#origins = new Set(addresses.map((address) => new URL(address).origin))
  }

  /** The exchanges that have an answer, in the order in which their requests were sent. */
  get exchanges(): RecordedExchange[] {
    return this.#sent.filter((exchange) => exchange !== undefined)
  }

  readonly fetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, { ...init, redirect: 'manual' })
    this.#refuseForeign(request)
    await this.before(request)
    const [place, known] = [this.#sent.push(undefined) - 1, typeof init?.body === 'string' ? init.body : undefined]
    const answered = this.#answered(request, place, this.now(), known)
    this.#pending.add(answered)
    this.#steps++
    try {
      return await answered
    } catch (error) {
      this.failure ??= error
      throw error
    } finally {
      this.#pending.delete(answered)
      this.#steps++
    }
  }

  /** Resolves when no call is under way, and no other code runs. */
  async settled(): Promise<void> {
    do {
      await Promise.allSettled(this.#pending)
      await quiet(() => this.#steps)
    } while (this.#pending.size > 0)
  }

  async #answered(request: Request, place: number, at: number, known?: string): Promise<Response> {
    const requestBody = known ?? (await request.clone().text())
    // If the text of the body is known, it is passed to the bank, which then need not read it from the request.
    const answered = await this.send(known === undefined ? request : withText(request, known))
    if (isRedirect(answered)) {
      this.refuse(
        `Failed to run the scenario against the real service: ${callOf(request)} at ${new URL(request.url).host} was redirected, and nothing is sent to an address that was not given. In against.urls, give the address to which the redirect leads.`,
      )
    }
    const text = await answered.text()
    this.#sent[place] = {
      method: request.method,
      url: request.url,
      requestHeaders: Object.fromEntries(request.headers),
      requestBody: readable(requestBody),
      status: answered.status,
      headers: Object.fromEntries(answered.headers),
      body: readable(text),
      at,
    }
    return copyOf(answered, text)
  }

  #refuseForeign({ method, url }: Request): void {
    const { origin } = new URL(url)
    if (this.#origins.has(origin)) return
    this.refuse(
      `Failed to send ${method} ${origin}: the service has the addresses ${[...this.#origins].join(', ')}. Take the address from the urls of the scene.`,
    )
  }

  /** Ends the comparison, even if the scenario catches the error. */
  refuse(message: string): never {
    this.refused ??= new UsageError(message)
    throw this.refused
  }
}

/** A copy of an answer, because its body has been read. */
function copyOf(answered: Response, text: string): Response {
  const { status, statusText, headers } = answered
  const copy = new Response(text === '' ? null : text, { status, statusText, headers })
  return Object.defineProperty(withText(copy, text), 'url', { value: answered.url })
}
