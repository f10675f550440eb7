/** Findings: how a partner's code broke the specification, with the evidence and the advice. (§5, §6, §9) */
import { isUsageError } from '../../../core/errors.ts'
import type { Push } from '../../../core/webhooks/push-record.ts'
import type { HttpExchange } from '../../shell/state/exchange.ts'

/** The rules of a partner's conduct. */
export type ConductRule =
  | 'token_requested_per_call'
  | 'token_not_renewed'
  | 'wire_polled'
  | 'create_not_repeatable'
  | 'key_with_another_body'
  | 'amount_in_major_units'
  | 'loan_summary_queried'
  | 'parameter_not_read'
  | 'push_not_accepted'
  | 'retry_after_ignored'

/** One way in which a partner's code broke the specification. */
export interface Finding {
  readonly rule: ConductRule
  /** The section of the specification: `§5 rule 4`. */
  readonly section: string
  /** The ids of the requests that show it, in order: each is in `bank.requests`. */
  readonly requests: readonly string[]
  /** The ids of the pushes that show it, in order: each is in `bank.pushes`. */
  readonly pushes: readonly string[]
  readonly fact: string
  readonly advice: string
  /** Fact, advice and section in one text, for people. */
  readonly text: string
}

export interface Evidence {
  /** Every request with its answer, in order. The status is 0 if there was no answer. */
  readonly exchanges: readonly HttpExchange[]
  readonly pushes: readonly Push[]
  /** The names of the events that have a registration. */
  readonly registered: ReadonlySet<string>
  /** The header that carries idempotency keys, in lower case. */
  readonly idempotencyHeader: string
}

/** `advice` replaces the usual advice of the rule. */
export type RuleFinding = Pick<Finding, 'fact'> & Partial<Pick<Finding, 'requests' | 'pushes' | 'advice'>>

export interface Rule extends Pick<Finding, 'rule' | 'section' | 'advice'> {
  readonly find: (evidence: Evidence) => RuleFinding[]
}

export interface Judged {
  readonly conduct: () => Finding[]
}

/** Returns no findings if the bank no longer keeps all evidence. */
export function conductIfKept(bank: Judged): Finding[] {
  try {
    return bank.conduct()
  } catch (error) {
    if (isUsageError(error)) return []
    throw error
  }
}
