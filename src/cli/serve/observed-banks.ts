/** Writes the coverage and conduct of each bank when it is closed or the process ends, as test kits do after each test. */
import type { Bank } from '../../bank/bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { collectFrom, writeMet } from '../../bank/reports/coverage/write-met.ts'
import { addToReport, reportedConduct } from '../../bank/reports/report.ts'
import type { Shell } from '../../bank/shell/state/shell.ts'
import { TEMPLATE } from '../../server/banks/bank-ids.ts'

export class ObservedBanks {
  readonly #banks = new Map<string, { readonly bank: Bank; readonly name: string }>()

  /** @param breakBank - turns each bank into the mutant that VOSTRO_MUTANT names; undefined if it names none */
  constructor(private readonly breakBank?: (shell: Shell) => void) {}

  begin(id: string, bank: Bank, name = `bank ${id}`): void {
    if (this.#banks.get(id)?.bank === bank) return
    this.#banks.set(id, { bank, name })
    collectFrom(internalsOf(bank).shell)
    this.breakBank?.(internalsOf(bank).shell)
  }

  end(id: string): void {
    const { bank, name } = this.#banks.get(id) ?? {}
    if (!bank || name === undefined) return
    this.#banks.delete(id)
    const test = { file: 'vostro', name }
    writeMet(internalsOf(bank).shell, test)
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

  endAll(): void {
    for (const id of [...this.#banks.keys()]) this.end(id)
  }
}
