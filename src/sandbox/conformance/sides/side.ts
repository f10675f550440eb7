/** One side of the comparison: its exchanges in the order in which they were sent, and what the scenario came to there. */
import type { Router } from '../../../bank/http/route.ts'
import type { EndpointName } from '../../../contract/endpoints.ts'
import type { RecordedExchange } from '../../recordings/exchange.ts'
import type { ConformanceScenario, ConformanceScene } from '../scene.ts'

/** What a scenario came to. */
export type Ending = { readonly returned: unknown } | { readonly threw: unknown }

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

/** Runs a scenario to its end, whichever it is. */
export async function endingOf(scenario: ConformanceScenario, scene: ConformanceScene): Promise<Ending> {
  try {
    return { returned: await scenario(scene) }
  } catch (threw) {
    return { threw }
  }
}
