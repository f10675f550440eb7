/** The HTTP service of a bank at its own addresses. */
import type { Addresses } from '../../contract/endpoint.ts'
import type { PushSender } from '../shell/pushes/push-sender.ts'
import type { Shell } from '../shell/state/shell.ts'
import type { HttpService } from './answer.ts'
import { createRouter } from './route.ts'

export function serviceOf(shell: Shell, sender: PushSender): HttpService {
  const { baseUrl, authUrl, loanBaseUrl } = shell.state.world.settings
  const addresses: Addresses = Object.freeze({ baseUrl, authUrl, loanBaseUrl })
  return { shell, sender, addresses, route: createRouter(addresses) }
}
