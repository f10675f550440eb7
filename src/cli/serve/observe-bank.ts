/** Writes the coverage and conduct of a bank when it is closed or the process ends, as test kits do after each test. */
import type { Bank } from '../../bank/bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { collectFrom, writeMet } from '../../bank/reports/coverage/write-met.ts'
import { addToReport, reportedConduct } from '../../bank/reports/report.ts'
import { TEMPLATE } from '../../server/addresses.ts'

/** @returns the function that writes the coverage and conduct of the bank */
export function observeBank(id: string, bank: Bank, name = `bank ${id}`): () => void {
  const { shell } = internalsOf(bank)
  const test = { file: 'vostro', name }
  collectFrom(shell)
  return () => {
    writeMet(shell, test)
    // The template answers no client, so it has no conduct: clients use its forks.
    if (id === TEMPLATE) return
    addToReport(() => ({
      kind: 'bank',
      test,
      outcome: null,
      message: null,
      trace: null,
      findings: reportedConduct(bank, null),
    }))
  }
}
