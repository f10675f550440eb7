/** Good order: whether every payment is final, and nothing is out of order except what the plan or the partner's receiver wants so. */
import { everyRegistration } from '../../bank/invariants/every-page.ts'
import { uuidOf } from '../../core/kernel/identity.ts'
import { streams } from '../../core/streams.ts'
import type { Registration } from '../../core/webhooks/registration.ts'
import { deliveryStatuses, registrationStatuses } from '../../core/webhooks/webhook-status.ts'
import type { Desk } from './desk.ts'
import type { GivenToParts } from './given-to-parts.ts'
import type { Outages } from './outages.ts'
import type { Pushes } from './pushes.ts'

export class GoodOrder {
  constructor(
    private readonly given: GivenToParts,
    private readonly parts: { readonly desk: Desk; readonly outages: Outages; readonly pushes: Pushes },
  ) {}

  /** True if every payment is final, and nothing is out of order except what the partner's own receiver has caused. */
  get isKept(): boolean {
    const { faults, webhooks } = this.given.clock.world
    const { desk, outages, pushes } = this.parts
    return (
      !outages.areOn &&
      faults.open.length === 0 &&
      webhooks.pushMode !== 'held' &&
      !desk.hasOpenPayment &&
      this.droppedEvents.length === 0 &&
      this.suspendedRegistrations.every(({ callbackUrl }) => pushes.isRefusedAt(callbackUrl))
    )
  }

  /** The ids of events whose push was dropped, except events that the plan loses for good. */
  get droppedEvents(): string[] {
    const { settings, webhooks } = this.given.clock.world
    return [...webhooks.deliveries].flatMap(({ status, event }) => {
      const id = uuidOf(settings.seed, streams.event, event)
      return deliveryStatuses[status].isDropped && !this.parts.pushes.isLost(id) ? id : []
    })
  }

  /** The registrations to which nothing is sent, except those that the plan suspends for good. */
  get suspendedRegistrations(): Registration[] {
    return everyRegistration(this.given.clock).filter(
      ({ status, callbackUrl }) =>
        registrationStatuses[status].sends === 'none' && !this.parts.outages.isAbandoned(callbackUrl),
    )
  }
}
