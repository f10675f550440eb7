/** What a clientIdentifier does, asked with what moves no money: a wire that a restriction stops, a transfer to the same account. (§2.3, §2.9, §7) */
import { SECOND } from '../../../../core/kernel/time/instant.ts'
import type { Probe } from '../../probe.ts'
import { idIn } from '../field.ts'
import { ACCEPTED, smallestAmount } from '../wires/amounts.ts'
import { blockedSubledger } from '../wires/payer.ts'
import { originate, readUntil } from '../wires/reading.ts'
import { customerTransfer } from '../wires/requests.ts'
import { settled } from '../wires/stopping.ts'

const WIRE = 'idempotency.clientIdentifier'
const TRANSFER = 'idempotency.otherClientIdentifiers'
const BLOCKED = 'errors.blockedTransaction'

export const clientIdentifierProbes: readonly Probe[] = [
  {
    name: 'a wire that a restriction stops, twice',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'asks twice for a wire from a subledger that none can leave, with one clientIdentifier, and waits for what becomes of it',
    tells: { [WIRE]: ACCEPTED, [BLOCKED]: `${ACCEPTED}, and reviewed within maxWait` },
    async run(service, tell) {
      const amount = await smallestAmount(service)
      const clientIdentifier = `calibrate ${service.now().toString(36)}`
      const request = { ...customerTransfer(await blockedSubledger(service), amount), clientIdentifier }
      const first = await originate(service, request)
      if (first === undefined) return tell.unknown(WIRE, `a wire of ${amount} was accepted once, and then refused`)
      const second = await originate(service, request)
      const seen = 'the same wire with the same clientIdentifier'
      if (second === undefined) tell.differs(WIRE, `${seen} was refused`)
      else if (second.id === first.id) tell.is(WIRE, 'replayed', `${seen} was answered with the first`)
      else tell.is(WIRE, 'ignored', `${seen} was made anew`)

      const ids = [first.id, ...(second === undefined || second.id === first.id ? [] : [second.id])]
      const { record, at } = await readUntil(service, first.id, ({ status }) => status !== 'Created').catch(
        async (error: unknown) => {
          await settled(service, ids, 0)
          throw error
        },
      )
      await settled(service, ids, Math.min(at, SECOND))
      const fate = `a wire from a restricted account was accepted, and then ${record['status']} with posting code ${record['postingCode']}`
      if (record['status'] === 'Rejected' && record['postingCode'] === 'RES') tell.agrees(BLOCKED, fate)
      else tell.differs(BLOCKED, fate)
    },
  },
  {
    name: 'a transfer twice',
    scope: 'money',
    needs: ['accountNumber'],
    how: 'asks twice for a transfer of one minor unit from an account to itself, with one clientIdentifier',
    tells: { [TRANSFER]: 'a transfer from an account to itself is recorded, if only as rejected' },
    async run(service, tell) {
      const number = service.accountNumber
      const clientIdentifier = `calibrate ${service.now().toString(36)}`
      const body = { debitAccountNumber: number, creditAccountNumber: number, amount: 1, clientIdentifier }
      const first = await service.ask('transferFunds', { body })
      const second = await service.ask('transferFunds', { body })
      const id = idIn(first.body)
      if (!first.isDone || id === undefined) tell.unknown(TRANSFER, `such a transfer was answered ${first.status}`)
      else if (!second.isDone) tell.differs(TRANSFER, `the second transfer was answered ${second.status}`)
      else if (id === idIn(second.body)) tell.is(TRANSFER, 'replayed', 'the second was answered with the first')
      else tell.is(TRANSFER, 'ignored', 'two transfers were recorded')
    },
  },
]
