/** What the banks of a process met: each is noted as that of a test is, when it is closed, and when the process ends. */
import type { Bank } from '../../bank/bank.ts'
import { internalsOf } from '../../bank/http/bank-internals.ts'
import { collectFrom, writeMet } from '../../bank/reports/coverage/collect.ts'
import type { Shell } from '../../bank/shell/state/shell.ts'

export class ObservedBanks {
  readonly #banks = new Map<string, Bank>()

  /** @param breakBank - makes each a mutant, where one is asked for */
  constructor(private readonly breakBank?: (shell: Shell) => void) {}

  begin(id: string, bank: Bank): void {
    if (this.#banks.get(id) === bank) return
    this.#banks.set(id, bank)
    collectFrom(internalsOf(bank).shell)
    this.breakBank?.(internalsOf(bank).shell)
  }

  end(id: string): void {
    const bank = this.#banks.get(id)
    if (bank) writeMet(internalsOf(bank).shell, { file: 'vostro', name: `bank ${id}` }, false)
    this.#banks.delete(id)
  }

  endAll(): void {
    for (const id of [...this.#banks.keys()]) this.end(id)
  }
}
