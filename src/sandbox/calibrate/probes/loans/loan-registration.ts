/** Whether a partner registers for a loan event as for any other. (§4) */
import type { Probe } from '../../probe.ts'
import { BriefRegistrations } from '../webhooks/brief-registrations.ts'

const ID = 'loans.registration'

const EVENTS = ['AdjustmentActionUpdate', 'FundingAttemptComplete', 'ComplianceLoanFailed'] as const

export const loanRegistrationProbes: readonly Probe[] = [
  {
    name: 'a registration for a loan event',
    scope: 'create',
    needs: ['partnerId'],
    how: 'registers with the banking API for a loan event that has no registration yet',
    tells: { [ID]: 'one of three loan events has no registration yet' },
    async run(service, tell) {
      const registrations = new BriefRegistrations(service, service.partnerId)
      const eventName = await registrations.freeOf(EVENTS)
      if (eventName === undefined) {
        return tell.unknown(ID, `there are registrations for ${EVENTS.join(', ')}, or no list of them`)
      }
      try {
        const { status, isDone } = await registrations.register(eventName)
        const seen = `a registration for ${eventName} was answered ${status}`
        if (isDone) tell.agrees(ID, seen)
        else tell.differs(ID, seen)
      } finally {
        await registrations.removeAll()
      }
    },
  },
]
