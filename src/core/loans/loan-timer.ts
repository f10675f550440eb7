/** The timer that takes a loan along its happy path, where the catalogue says that loans go by themselves. (§3) */
import { SECOND } from '../kernel/time/instant.ts'
import type { Turn } from '../turn.ts'
import { isOnTheWay } from './loan-status.ts'

/** Plans the next step of the loan at `slot`, if it is on its way to `Funded`. */
export function planStep(turn: Turn, slot: number): void {
  const { world } = turn
  const seconds = turn.assume('loans.stepSeconds')
  if (seconds === null || !isOnTheWay(world.loans.records.at(slot).loan.Status)) return
  world.schedule = world.schedule.set(world.now + seconds * SECOND, { operation: 'loans.step', subject: slot })
}
