/** Which call of the endpoint table an exchange is. */
import type { Router } from '../../../bank/http/route.ts'
import type { RecordedExchange } from '../../recordings/exchange.ts'
import type { Call } from './side.ts'

export function callOf(exchange: RecordedExchange, route: Router): Call {
  const found = route(exchange.method, new URL(exchange.url))
  return 'row' in found
    ? { ...exchange, endpoint: found.name, parameters: found.parameters }
    : { ...exchange, endpoint: null, parameters: {} }
}
