/** A probe: a few calls that show which value of some assumptions a service lives by. */
import type { AssumptionId, AssumptionValues } from '../../core/assumptions/catalogue.ts'
import type { Service } from '../service/service.ts'
import type { Scope } from './scope.ts'

/** What a probe needs in addition to addresses and a client. */
export type Need = 'accountNumber' | 'partnerId' | 'loanBaseUrl' | 'receiver'

/** A row of the table of probes. */
export interface Probe {
  /** Such as `the life of a wire`. */
  readonly name: string
  readonly scope: Scope
  readonly needs: readonly Need[]
  /** In a sentence, what it does. */
  readonly how: string
  /** What it shows, each with what must be so that it can be seen; empty where that is always so. */
  readonly tells: { readonly [Id in AssumptionId]?: string }
  /** Tells what it saw. What it does not tell of `tells` cannot be told; where it throws, neither can the rest. */
  run(service: Service, tell: Tell): Promise<void>
}

/** What a probe says of the assumptions that it tells. */
export interface Tell {
  /** The service does what ours does with this value. */
  is<Id extends AssumptionId>(id: Id, value: AssumptionValues[Id], seen: string): void
  /** It does what ours does, where that is fixed. */
  agrees(id: AssumptionId, seen: string): void
  /** It does what ours does with no value. */
  differs(id: AssumptionId, seen: string): void
  /** It cannot be told, and why. */
  unknown(id: AssumptionId, why: string): void
  /** The value that was found for another assumption so far, or its default. */
  known<Id extends AssumptionId>(id: Id): AssumptionValues[Id]
}
