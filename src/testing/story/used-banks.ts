/** The banks that a test used: that of its kit, and those that the test made itself with `createBank()`. */
import type { Bank } from '../../bank/bank.ts'
import { onMade } from '../../bank/current/current-bank.ts'
import { portOf } from '../../bank/port.ts'
import { notingPlaces } from '../../bank/reports/trace/places.ts'
import { entryAsKept } from '../../bank/shell/state/journal.ts'
import { collectFrom } from '../../suite/coverage/write-met.ts'
import { breakMade } from '../../suite/mutants/asked.ts'

/** A test of properties makes hundreds of banks: only so many are kept, the last used ones. */
const MOST = 20

/** For the bank of each kit: the banks in use, the last used one last. */
const used = new WeakMap<Bank, Set<Bank>>()

/** Watches the bank of a kit, and each bank that the test makes from now on. */
export function watchBanks(bank: Bank, isTraced: boolean): void {
  const banks = new Set<Bank>()
  let last: Bank | undefined
  const watch = (each: Bank) => {
    const port = portOf(each)
    collectFrom(port)
    if (isTraced) port.subscribe(notingPlaces())
    port.subscribe((fact) => {
      // A clock that follows the test moves also where the test does nothing with its bank.
      if (last === each || (fact.what === 'operation' && entryAsKept(0, fact.entry, 0).operation.startsWith('clock.')))
        return
      last = each
      banks.delete(each)
      banks.add(each)
      for (const oldest of banks) if (banks.size > MOST) banks.delete(oldest)
    })
  }
  used.set(bank, banks)
  watch(bank)
  onMade(bank, (made) => {
    breakMade(portOf(made))
    watch(made)
  })
}

/** The banks that a test used, the last used one last; only that of its kit if it used none. */
export function usedBanks(bank: Bank): Bank[] {
  const banks = used.get(bank) ?? []
  return [...banks].length > 0 ? [...banks] : [bank]
}
