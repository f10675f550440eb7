/** What the page shows about one bank: steps, explained payments, and requests with answers, assumptions and conduct findings. */

import { endpoints } from '../../../contract/endpoints.ts'
import { isUsageError } from '../../../core/errors.ts'
import { isRejection } from '../../../core/rejection.ts'
import { isFinal } from '../../../core/wires/wire-status.ts'
import type { World } from '../../../core/world.ts'
import { exchangesOf, type HttpExchange } from '../../shell/state/exchange.ts'
import { optionsOf } from '../../shell/state/options.ts'
import type { State } from '../../shell/state/state.ts'
import { type AssumptionUse, usesOf } from '../assumption-uses.ts'
import { conductOf, evidenceOf } from '../conduct/conduct.ts'
import type { Evidence, Finding } from '../conduct/finding.ts'
import { explain } from '../explain.ts'
import type { KnownPayment } from './state-changes.ts'
import type { WalkedBank } from './steps.ts'
import type { BankTrace, TracedPayment, TracedRequest } from './trace-data.ts'

/** @param first - the number of the first request to show; by default all kept requests are shown */
export function bankTraceOf(
  title: string,
  state: State,
  { walk, journal, missing }: WalkedBank,
  first?: number,
): BankTrace {
  const { settings } = state.world
  const { steps, follower } = walk
  return {
    title,
    seed: settings.seed,
    timeZone: settings.timeZone,
    options: optionsOf(settings),
    steps,
    ...requestsOf(state, missing, first),
    accounts: follower.accounts,
    payments: paymentsOf(state.world, follower.payments),
    // Happenings are left out, because the steps show them and a replay makes them again.
    journal: journal?.map(({ happenings: _, ...asked }) => asked) ?? null,
    missing,
  }
}

/** The greatest number of open payments, and of ended payments, that are explained. */
const MOST = { open: 12, ended: 60 }
/** Each explanation of an open payment runs the clock ahead. All explanations together run at most this many timers. */
const MOST_TIMERS = 2_000

function paymentsOf(world: World, known: readonly KnownPayment[]): TracedPayment[] {
  const due = [...world.schedule].reduce((sum, { timers }) => sum + timers.size, 0)
  const left = { ...MOST, open: Math.min(MOST.open, Math.floor(MOST_TIMERS / due)) }
  return known.map((payment) => {
    const kind = isFinal(world.wires.payments.at(payment.slot).status) ? 'ended' : 'open'
    return paymentOf(world, payment, left[kind]-- > 0)
  })
}

function paymentOf(world: World, { id, slot }: KnownPayment, isExplained: boolean): TracedPayment {
  const { direction, request } = world.wires.payments.at(slot).order
  const explanation = isExplained ? explain(world, id) : null
  return {
    id,
    direction,
    amount: request.amount,
    accountNumber: request.accountNumber,
    explanation: explanation === null || isRejection(explanation) ? null : explanation.text,
  }
}

/** @param missing - receives a sentence for each part that cannot be shown */
function requestsOf(
  state: State,
  missing: string[],
  first = 0,
): Pick<BankTrace, 'requests' | 'findings' | 'assumptions'> {
  const uses = usesOf(state)
  const evidence = first > 0 ? undefined : evidenceIn(state, missing)
  if (first > 0) missing.push('Conduct findings are not shown, because they need all requests: call bank.conduct().')
  const findings = evidence ? conductOf(evidence) : []
  const exchanges = evidence?.exchanges ?? exchangesOf(state.requests).slice(Math.max(0, first - state.requests.first))
  return {
    requests: exchanges.map((exchange) => requestOf(exchange, uses, findings)),
    findings: findings.map(({ requests: _, pushes: __, ...finding }) => finding),
    assumptions: uses.map(({ usedBy: _, ...assumption }) => assumption),
  }
}

function requestOf(
  exchange: HttpExchange,
  uses: readonly AssumptionUse[],
  findings: readonly Finding[],
): TracedRequest {
  const { endpoint, id } = exchange
  const operation = endpoint === null ? undefined : endpoints[endpoint].operation
  return {
    ...exchange,
    assumptions: indicesOf(uses, ({ usedBy }) => [operation, endpoint].some((name) => name && usedBy.includes(name))),
    findings: indicesOf(findings, ({ requests }) => requests.includes(id)),
  }
}

/** Returns the evidence of the partner's conduct, or undefined if some requests or pushes are no longer kept. */
function evidenceIn(state: State, missing: string[]): Evidence | undefined {
  try {
    return evidenceOf(state)
  } catch (cause) {
    if (!isUsageError(cause)) throw cause
    missing.push(cause.message)
    return undefined
  }
}

function indicesOf<Item>(items: readonly Item[], isWanted: (item: Item) => boolean): number[] {
  return items.flatMap((item, index) => (isWanted(item) ? [index] : []))
}
