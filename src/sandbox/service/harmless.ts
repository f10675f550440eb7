/** Calls that can be made twice. */
import { type EndpointName, endpoints } from '../../contract/endpoints.ts'

/** Whether a call that is made twice does no more than once: a poll hands events out, a ping and a restart send them. */
export function isHarmless(name: EndpointName): boolean {
  const isUpdate = name === 'updateRestriction' || name === 'updateWebhook'
  return name === 'requestToken' || isUpdate || (endpoints[name].method === 'GET' && name !== 'pollEvents')
}
