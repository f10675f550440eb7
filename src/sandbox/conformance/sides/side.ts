/**
 * One side of the comparison: its exchanges in the order in which they were sent, and what the scenario came to there. What it sends goes
 * through a fetch that keeps it, and to the addresses of its side alone.
 */
import type { Router } from '../../../bank/http/route.ts'
import { withText } from '../../../bank/shell/state/body-text.ts'
import { readable } from '../../../bank/shell/state/exchange.ts'
import type { EndpointName } from '../../../contract/endpoints.ts'
import { UsageError } from '../../../core/errors.ts'
import { routerFor, type ServiceAddresses } from '../../recordings/contract-check.ts'
import type { RecordedExchange } from '../../recordings/exchange.ts'
import type { ConformanceScenario, ConformanceScene } from '../scene.ts'

/** What a scenario came to: what JSON keeps of what it returned, as functions and classes are no result of a service; or an error. */
export interface Ending {
  readonly returned?: unknown
  readonly error?: Error
}

/** An exchange with the call that it is. */
export interface Call extends RecordedExchange {
  /** The row of the endpoint table; null where none matches. */
  readonly endpoint: EndpointName | null
  /** The parameters of its path. */
  readonly parameters: Readonly<Record<string, string>>
  /** How many milliseconds the scenario had waited when it was sent; undefined in a recording without times. */
  readonly waited?: number | undefined
}

export interface Side {
  readonly calls: readonly Call[]
  /** Undefined for a recording, which does not have it. */
  readonly ending: Ending | undefined
  /** Values that are known to stand for the same on both sides, by what they are. */
  readonly known: Readonly<Record<string, string | undefined>>
  /** The addresses of its services. */
  readonly addresses: readonly string[]
}

/** An exchange as the call of the endpoint table that it is. */
export function callOf(exchange: RecordedExchange, route: Router): Call {
  const found = route(exchange.method, new URL(exchange.url))
  return 'row' in found
    ? { ...exchange, endpoint: found.name, parameters: found.parameters }
    : { ...exchange, endpoint: null, parameters: {} }
}

/** Runs a scenario to its end, whichever it is. What it must not ask for ends the comparison. */
export async function ran(
  scenario: ConformanceScenario,
  recorder: Recorder,
  scene: Omit<ConformanceScene, 'fetch'>,
  urls: ServiceAddresses,
): Promise<Pick<Side, 'calls' | 'ending'>> {
  const ending = await endingOf(scenario, { ...scene, fetch: recorder.fetch })
  if (recorder.refused) throw recorder.refused
  const route = routerFor(urls)
  const calls = recorder.exchanges.map((each) => ({ ...callOf(each, route), waited: each.at ?? undefined }))
  return { calls, ending }
}

async function endingOf(scenario: ConformanceScenario, scene: ConformanceScene): Promise<Ending> {
  try {
    const returned = await scenario(scene)
    return { returned: plain(returned) }
  } catch (threw) {
    // What is thrown and is no error is known by its type.
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

/** A fetch that keeps what goes through it. */
export class Recorder {
  readonly #sent: (RecordedExchange | undefined)[] = []
  readonly #origins: ReadonlySet<string>
  /** Why the scenario asked in vain, of the first time that it did: it may have caught that. */
  refused: UsageError | undefined
  /** Another number as soon as anything was sent or answered. */
  steps = 0
  /** Why a request was not answered, of the first that was not. */
  failure: unknown
  /** What was sent and has no answer yet. */
  readonly pending = new Set<Promise<Response>>()

  constructor(
    private readonly send: (request: Request) => Promise<Response>,
    addresses: readonly string[],
    /** The time at which a request is sent, on whichever clock. */
    private readonly now: () => number | null = () => null,
  ) {
    this.#origins = new Set(addresses.map((address) => new URL(address).origin))
  }

  /** The requests with their answers. A request without an answer is not there. */
  get exchanges(): RecordedExchange[] {
    return this.#sent.filter((exchange) => exchange !== undefined)
  }

  readonly fetch = async (input: Request | URL | string, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    this.#refuseForeign(request)
    const sent = { place: this.#sent.push(undefined) - 1, at: this.now() }
    const answered = this.#answered(request, sent, typeof init?.body === 'string' ? init.body : undefined)
    this.pending.add(answered)
    this.steps++
    try {
      return await answered
    } catch (error) {
      this.failure ??= error
      throw error
    } finally {
      this.pending.delete(answered)
      this.steps++
    }
  }

  async #answered(
    request: Request,
    { place, at }: { readonly place: number; readonly at: number | null },
    known: string | undefined,
  ): Promise<Response> {
    const requestBody = known ?? (await request.clone().text())
    // A text that is known need not be read again.
    const answered = await this.send(known === undefined ? request : withText(request, known))
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
      `Failed to send ${method} ${origin}: the service has the addresses ${[...this.#origins].join(', ')}. Take the address from the urls of the scene. (§4)`,
    )
  }

  /** Ends the comparison, whatever the scenario makes of it. */
  refuse(message: string): never {
    this.refused ??= new UsageError(message)
    throw this.refused
  }
}

/** The answer once more, as its body is read. */
function copyOf(answered: Response, text: string): Response {
  const { status, statusText, headers } = answered
  const copy = new Response(text === '' ? null : text, { status, statusText, headers })
  return Object.defineProperty(withText(copy, text), 'url', { value: answered.url })
}
