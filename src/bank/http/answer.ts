/**
 * The HTTP service turns a Request into a Response, in the stages of one list. `bank.fetch` and the MSW handlers are thin adapters over it.
 * Once the body is read, the service throws no error of its own: a refusal is an answer. A defect is answered with 500, and the next call
 * of the function API throws it. Only a fault leaves a request without an answer.
 */

import { withText } from '../shell/host/body-text.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import type { Answer, Asking } from '../shell/state/layer.ts'
import type { Shell } from '../shell/state/shell.ts'
import { abort, bodyOf, cut, read } from './client.ts'
import { cors } from './cors.ts'
import { faults, pushesFirst } from './faults.ts'
import { limits } from './limits.ts'
import { performAndRecord } from './perform-and-record.ts'
import { createRouter } from './route.ts'
import type { HttpService, Routed, Stage } from './stage.ts'

/** The layers of the bank. */
const layers: Stage = ({ shell }, call, next) => {
  const around = shell.layers.request
  return around ? around(call, async (given) => next({ ...call, ...given })) : next(call)
}

/** What happens to a request, from the first to the last; the way back is that of the answer. The last one calls no `next`. */
const stages: readonly Stage[] = [cors, abort, cut, layers, read, limits, pushesFirst, faults, performAndRecord]

const runStages = stages.reduceRight<(service: HttpService, call: Routed) => Answer | Promise<Answer>>(
  (next, stage) => (service, call) => stage(service, call, (given) => next(service, given)),
  undefined as never,
)

export function serviceOf(shell: Shell, sender: PushSender): HttpService {
  const { baseUrl, authUrl, loanBaseUrl } = shell.state.world.settings
  const addresses = Object.freeze({ baseUrl, authUrl, loanBaseUrl })
  return { shell, sender, addresses, route: createRouter(addresses) }
}

/** Answers a request. `pageOrigin`: the origin of the browser's page, if any. */
export async function answer(service: HttpService, asking: Asking, pageOrigin?: string): Promise<Response> {
  const url = new URL(asking.url)
  const match = service.route(asking.method, url)
  const endpoint = 'row' in match ? match.name : null
  const given = await runStages(service, { asking, url, match, endpoint, body: bodyOf(asking), pageOrigin })
  const answered = asking.method === 'HEAD' ? '' : given.body
  const response = new Response(answered === '' ? null : answered, {
    status: given.status,
    headers: { ...given.headers },
  })
  return withText(response, answered)
}

/** Returns the function that answers requests. In a browser it gives each request the origin of the page. */
export function requestHandler(service: HttpService): (asking: Asking) => Promise<Response> {
  return (asking) => {
    const { document, location } = globalThis as { document?: object; location?: { origin: string } }
    return answer(service, asking, document === undefined ? undefined : location?.origin)
  }
}
