/** What a wire calls the holder of an account whose title is longer than a name of the network. (§2.2) */
import type { Probe } from '../../probe.ts'
import { blockedSubledger, LONG_TITLE } from './payer.ts'
import { originate } from './reading.ts'
import { serviceMessage } from './requests.ts'

const LONGEST_NAME = 35

export const holderProbes: readonly Probe[] = [
  {
    name: 'a long title',
    scope: 'money',
    needs: ['accountNumber'],
    how: `opens a subledger with a title of ${LONG_TITLE.length} characters, and sends a service message from it`,
    tells: { 'wires.holderName': 'service messages are accepted' },
    async run(service, tell) {
      const record = await originate(service, serviceMessage(await blockedSubledger(service)))
      if (record === undefined) return
      const name = (record['originator'] as { name?: unknown } | null | undefined)?.name
      const words = `a title of ${LONG_TITLE.length} characters became a name of ${String(name).length}`
      if (name === LONG_TITLE) tell.is('wires.holderName', 'whole', words)
      else if (name === LONG_TITLE.slice(0, LONGEST_NAME)) tell.is('wires.holderName', 'shortened', words)
      else tell.differs('wires.holderName', words)
    },
  },
]
