/** The two sides of a comparison: runs of the scenario at our bank and at the service, or a recording of the latter. */
import { createBank } from '../../../bank/create-bank.ts'
import { durationFrom } from '../../../bank/shell/state/options.ts'
import type { AssumptionOverrides } from '../../../core/assumptions/catalogue.ts'
import { UsageError } from '../../../core/errors.ts'
import { attempt } from '../../../core/kernel/attempt.ts'
import type { Duration } from '../../../core/kernel/time/duration.ts'
import { isOfServices, routerFor, type ServiceAddresses } from '../../recordings/contract-check.ts'
import { type Call, hostsOf, rowOf } from '../../recordings/exchange.ts'
import { exchangesFrom } from '../../recordings/read-recording.ts'
import { realTime } from '../../service/real-time.ts'
import type { ServiceOptions } from '../../service/service-options.ts'
import type { ConformanceOptions, ConformanceScenario, ConformanceScene, Recorded } from '../scene.ts'
import { Recorder } from './recorder.ts'

/** How a scenario ended: with an error, or with a result, reduced to plain JSON so that the two sides can be compared. */
export interface Ending {
  readonly returned?: unknown
  readonly error?: Error
}

export interface Side {
  readonly calls: readonly Call[]
  /** Undefined for a recording, which lacks the result. */
  readonly ending: Ending | undefined
  /** Values that mean the same on both sides, by name, such as `clientId`. */
  readonly known: Readonly<Record<string, string | undefined>>
  /** The addresses of its services. */
  readonly addresses: readonly string[]
}

type Sent = Pick<Call, 'endpoint' | 'at'>

/**
 * By how many milliseconds each of our calls comes too early, counted from the first call of each side; 0 if it is late, or has no
 * counterpart. The time between the calls of the other side is long because its answers take time.
 */
export function paceOf(others: readonly Sent[]): (own: Sent) => number {
  const left = [...others]
  let ofFirst: number | undefined
  return ({ endpoint, at }) => {
    const place = left.findIndex((each) => each.endpoint === endpoint)
    const [other] = place < 0 ? [] : left.splice(place, 1)
    const [here, there] = [at, other?.at ?? others[0]?.at].map((each) => each ?? Number.NaN) as [number, number]
    ofFirst ??= here - (others[0]?.at ?? Number.NaN)
    return Math.max(Math.round(there + ofFirst - here), 0) || 0
  }
}

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
    const late = pace({ endpoint: 'row' in found ? found.name : null, at: now() })
    if (late > 0) await wait({ milliseconds: late })
  })
  const [pace, route] = [paceOf(others), routerFor(bank.urls)]
  const { clientId, clientSecret, audience, loanAudience, id: partnerId } = bank.partner
  const { accountNumber } = bank.masterAccount
  const credentials = { clientId, clientSecret, audience, loanAudience, partnerId, accountNumber }
  let passing: Promise<unknown> = Promise.resolve()
  // Waits may overlap: while no call is under way, the clock moves to the end of each, and wakes those that end before.
  const wait = async (duration: Duration) => {
    const end = now() + Math.ceil(durationFrom(duration, 'wait for'))
    const nap = bank.clock.sleep(duration)
    passing = passing.then(async () => {
      await recorder.settled()
      if (now() < end) await bank.clock.advanceAsync({ milliseconds: end - now() })
    })
    await Promise.race([nap, passing.then(() => nap)])
  }
  const run = await ran(scenario, recorder, { urls: bank.urls, credentials: { ...credentials }, wait }, bank.urls)
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

/** The other side, read from a recording: the calls to its addresses. Some tools record bodies only if they are told to. */
export function recordedSide({ recording, urls }: Recorded): Side {
  const route = routerFor(urls)
  const answered = exchangesFrom(recording).filter(({ status, method }) => status > 0 && method !== 'OPTIONS')
  const calls = answered.flatMap((each) => (isOfServices(each, urls) ? [rowOf(each, route)] : []))
  const done = calls.filter(({ status }) => status === 200)
  const isEmpty = done.length > 0 && done.every(({ body }) => body === null)
  const isOfOthers = answered.length > 0 && calls.length === 0
  if (!isEmpty && !isOfOthers)
    return { calls, ending: undefined, known: {}, addresses: Object.values(urls).flatMap((url) => url ?? []) }
  const fact = isOfOthers
    ? `none of its calls, to ${hostsOf(answered.map(({ url }) => url))}, goes to against.urls. Give the addresses of the recorded service`
    : `its ${done.length} answers with status 200 have no body. Save the recording with bodies, for example as "HAR with content"`
  throw new UsageError(`Failed to compare with the recording: ${fact}.`)
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
    return { returned: attempt(() => JSON.parse(JSON.stringify(returned))) }
  } catch (threw) {
    // A thrown value that is not an `Error` gets its type as name.
    return { error: threw instanceof Error ? threw : Object.assign(new Error(String(threw)), { name: typeof threw }) }
  }
}
