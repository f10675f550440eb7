/** The banks that a test used: that of its kit, and those that the test made itself with `createBank()`. */
import type { Bank } from '../../bank/bank.ts'
import { onMade } from '../../bank/current/current-bank.ts'
import { portOf } from '../../bank/port.ts'
import { notingPlaces } from '../../bank/reports/trace/places.ts'
import { entryAsKept, type KeptEntry } from '../../bank/shell/state/journal.ts'
import { collectFrom } from '../../suite/coverage/write-met.ts'
import { breakMade } from '../../suite/mutants/asked.ts'
import { current } from '../../time/follow-clock.ts'

/** A test of properties makes hundreds of banks: only so many are kept, the last used ones. */
const MOST = 20

/** For the bank of each kit: the banks in use, the last used one last. */
const used = new WeakMap<Bank, Set<Bank>>()

/** For each bank that is watched: what makes it the last used one. */
const uses = new WeakMap<Bank, () => void>()

/** Counts a bank as used: when it does something, and when a matcher fails on it. */
export function useBank(bank: Bank): void {
  uses.get(bank)?.()
}

/** Watches the bank of a kit, and each bank that the test makes from now on. */
export function watchBanks(bank: Bank, isTraced: boolean): void {
  const banks = new Set<Bank>()
  let last: Bank | undefined
  const watch = (each: Bank) => {
    const port = portOf(each)
    collectFrom(port)
    if (isTraced) port.subscribe(notingPlaces())
    uses.set(each, () => {
      if (last === each) return
      last = each
      banks.delete(each)
      banks.add(each)
      for (const oldest of banks) if (banks.size > MOST) banks.delete(oldest)
    })
    port.subscribe((fact) => {
      if (last !== each && !(fact.what === 'operation' && isByItself(each, fact.entry))) useBank(each)
    })
  }
  used.set(bank, banks)
  watch(bank)
  onMade(bank, (made) => {
    breakMade(portOf(made))
    watch(made)
  })
}

/** A clock that the code follows moves also where the test does nothing with its bank. */
function isByItself(bank: Bank, entry: KeptEntry): boolean {
  const isOfClock = entryAsKept(0, entry, 0).operation.startsWith('clock.')
  return isOfClock && [...current].some((followed) => followed.bank === bank)
}

/** The banks that a test used, the last used one last; only that of its kit if it used none. */
export function usedBanks(bank: Bank): Bank[] {
  const banks = [...(used.get(bank) ?? [])]
  return banks.length > 0 ? banks : [bank]
}
