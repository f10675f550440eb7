/** The other side: the real service, with the addresses and credentials that were given, and no others. */

import { createRouter } from '../../../bank/http/route.ts'
import { durationFrom } from '../../../bank/shell/state/options.ts'
import { UsageError } from '../../../core/errors.ts'
import { realTime } from '../../service/real-time.ts'
import type { ServiceOptions } from '../../service/service-options.ts'
import { Waiting } from '../../service/waiting.ts'
import type { ConformanceScenario, ConformanceScene } from '../scene.ts'
import { callOf, endingOf, Recorder, type Side } from './side.ts'

export async function runTheirs(scenario: ConformanceScenario, against: ServiceOptions): Promise<Side> {
  const { baseUrl, authUrl, loanBaseUrl } = against.urls
  const addresses = [baseUrl, authUrl, ...(loanBaseUrl === undefined ? [] : [loanBaseUrl])]
  const recorder = new Recorder((request) => against.fetch(request), addresses)
  const ending = await endingOf(scenario, {
    fetch: recorder.fetch,
    urls: complete(against.urls, ['loanBaseUrl'], 'against.urls', recorder),
    credentials: complete(against.credentials, ['partnerId', 'accountNumber'], 'against.credentials', recorder),
    wait: waitOf(against, recorder),
  })
  if (recorder.refused) throw recorder.refused
  if (recorder.exchanges.length === 0 && recorder.failure !== undefined) throw unreachable(addresses, recorder.failure)
  const route = createRouter({ baseUrl, authUrl, loanBaseUrl: loanBaseUrl ?? baseUrl })
  return {
    calls: recorder.exchanges.map((exchange) => callOf(exchange, route)),
    ending,
    known: { ...against.credentials },
    addresses,
  }
}

/** No answer came: that shows nothing of how the service behaves. */
function unreachable(addresses: readonly string[], failure: unknown): UsageError {
  const { name, code, cause } = failure as { name?: unknown; code?: unknown; cause?: { code?: unknown } }
  const why = [code, cause?.code, name, 'no reason was given'].find((each) => typeof each === 'string')
  const hosts = [...new Set(addresses.map((address) => new URL(address).host))].join(', ')
  return new UsageError(
    `Failed to reach the real service at ${hosts}: no call was answered (${why}). Look at against.urls, at against.fetch, and whether a proxy or a VPN is needed from here. (§4)`,
  )
}

/** Real time goes by itself; any other clock is moved while no call is under way. */
function waitOf({ clock }: ServiceOptions, recorder: Recorder): ConformanceScene['wait'] {
  const time = clock ? new Waiting((milliseconds) => clock.wait(milliseconds), recorder) : realTime
  return async (duration) => time.wait(durationFrom(duration, 'wait for'))
}

/** A record that refuses to be read for a field that was not given: the client would send `undefined` without a reason. */
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
        `Failed to run the scenario against the real service: it asks for "${name}", which was not given. Give it as ${place}.${name}. (§5)`,
      )
    // Not enumerable, so that a copy of the record can be made.
    Object.defineProperty(record, name, { get, enumerable: false })
  }
  return record as Given & { readonly [Needed in Name]: string }
}
