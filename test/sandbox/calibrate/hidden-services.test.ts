import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { AssumptionId } from 'vostro'
import { type AssumptionFinding, calibrate } from 'vostro/sandbox'
import { anyValues } from './any-values.ts'
import { hiddenBank } from './hidden-bank.ts'
import { anyHabits, type Habits, hiddenService, truthsOf } from './hidden-service.ts'
import { isRight } from './proof.ts'

/** How many hidden services are calibrated: `npm run check:sandbox` takes a hundred, and prints what came of them. */
const SERVICES = Number(process.env['CALIBRATE_SERVICES'] ?? 2)
const SEED = Number(process.env['CALIBRATE_SEED'] ?? 27)
/** Of what is told of a bank, so much is told of it behind its habits. */
const MOST = 0.97
/** Of one service at least so much is told. */
const FEW = 20

/** Errors of another form have no codes, and a directory of institutions refuses a number before its check digit is looked at. */
const isHiddenBy = ({ refusals, hasDirectory }: Habits, id: AssumptionId) =>
  (id === 'errors.codes' && refusals !== 'asTheyAre') || (id === 'wires.routingNumberCheck' && hasDirectory)

const isTold = ({ verdict }: AssumptionFinding) => verdict !== 'unknown'

it('tells nothing wrong of services as services are, and nearly all that it tells of what is behind them [§7]', async () => {
  const wrong: string[] = []
  const missed: string[] = []
  let told = 0

  for (const [values, habits] of fc.sample(fc.tuple(anyValues, anyHabits), { numRuns: SERVICES, seed: SEED })) {
    const truths = truthsOf(habits)
    const behind = (await calibrate(hiddenBank(values as never))).findings.filter(isTold)
    const without = behind.filter(({ id }) => !isHiddenBy(habits, id))
    const found = (await calibrate(hiddenService(values, habits))).findings.filter(isTold)
    const { seed } = habits
    for (const finding of found) {
      const { id, value, seen } = finding
      if (truths[id]?.(finding) ?? isRight(finding, values)) continue
      wrong.push(`${seed} ${id} is ${JSON.stringify(values[id])}, told ${JSON.stringify(value)}: ${seen}`)
    }
    told += without.length
    missed.push(...without.filter(({ id }) => !found.some((each) => each.id === id)).map(({ id }) => `${seed} ${id}`))
  }

  if (process.env['CALIBRATE_SERVICES']) {
    const lines = `${SERVICES} services: ${told} told without habits, ${told - missed.length} with them, ${wrong.length} wrong\n`
    process.stdout.write(lines)
  }
  expect(wrong).toEqual([])
  expect(told).toBeGreaterThan(SERVICES * FEW)
  expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(told * (1 - MOST))
}, 3_600_000)
