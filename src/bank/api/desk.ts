import { INTERNAL } from '../../core/turn.ts'
import type { Batch } from '../../core/wires/batch.ts'
import type { WirePayment } from '../../core/wires/wire.ts'
import type { Shell } from '../shell/state/shell.ts'
import { call, type Named, requiredText } from './checked-call.ts'
import { type Holds, holds, type Policies, policies, type Restrictions, restrictions } from './restrictions.ts'

/** The bank's operations team, an Internal user (§1). Through it, the test does what people at the bank do. */
export interface Desk {
  /**
   * Puts an unsent wire on `Hold`, or keeps it on `Hold`, until `approve` or `reject` is called.
   *
   * @throws {RejectionError} `payment_not_found`, `payment_has_another_status`
   */
  hold(paymentId: string): WirePayment
  /**
   * Ends the `Hold` of a wire: an outbound wire then waits for the next batch, and an inbound wire is posted. A wire whose posting is
   * refused ends in `Rejected`.
   *
   * @throws {RejectionError} `payment_not_found`, `payment_has_another_status`
   */
  approve(paymentId: string): WirePayment
  /**
   * Refuses a wire that is not final: an outbound one that has not gone out, or an inbound one that is still on `Hold`. The wire ends in
   * `Rejected` with posting code `ERR`. The reserved money of an outbound wire is available again; that of an inbound one goes back.
   *
   * @throws {RejectionError} `payment_not_found`, `payment_has_another_status`
   */
  reject(paymentId: string, reason?: string | null): WirePayment
  /**
   * Reverses a completed wire: the money returns, and `wasReversed` is set.
   *
   * @throws {RejectionError} `payment_not_found`, `payment_has_another_status`, `payment_was_reversed`, `payment_moves_no_money`,
   *   `posting_was_refused`, `amount_exceeds_safe_range`
   */
  reverse(paymentId: string): WirePayment
  /** Releases every Pending wire now, in any release mode. Returns undefined if no wire waits. */
  releaseBatch(): Batch | undefined
  /** Restrictions of type Internal: partners see them and cannot change them. */
  restrictions: Restrictions
  /** Holds of type Internal: partners see them and cannot release them. */
  holds: Holds
  /** The restriction policy of each product. */
  policies: Policies
}

export function desk(shell: Shell): Desk {
  const access = { shell, actor: INTERNAL }
  const named = (id: string, performed: Named) => requiredText(id, 'payment id', performed)
  return {
    hold: (id) => call(access, 'desk.hold', { id: named(id, 'desk.hold') }),
    approve: (id) => call(access, 'desk.approve', { id: named(id, 'desk.approve') }),
    reject: (id, reason) => {
      const why =
        reason === undefined || reason === null ? {} : { reason: requiredText(reason, 'reason', 'desk.reject') }
      return call(access, 'desk.reject', { id: named(id, 'desk.reject'), ...why })
    },
    reverse: (id) => call(access, 'desk.reverse', { id: named(id, 'desk.reverse') }),
    releaseBatch: () => call(access, 'desk.releaseBatch', undefined),
    restrictions: restrictions(access),
    holds: holds(access),
    policies: policies(access),
  }
}
