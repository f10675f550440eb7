import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AssumptionFinding, calibrate } from 'vostro/sandbox'
import { anyValues } from './any-values.ts'
import { hiddenBank } from './hidden-bank.ts'
import { anyHabits, type Habits, hiddenService, truthsOf } from './hidden-service.ts'
import { isRight } from './proof.ts'

/** How many hidden services are calibrated: `npm run check:sandbox` takes a hundred. */
const SERVICES = Number(process.env['CALIBRATE_SERVICES'] ?? 2)
const SEED = Number(process.env['CALIBRATE_SEED'] ?? 27)
/** Of what is told of a bank, so much is told of it behind its habits. */
const MOST = 0.97
/** Of one service at least so much is told. */
const FEW = 16

/**
 * Errors of another form have no codes; a directory of institutions refuses a number before its check digit is looked at; and a suspected
 * duplicate is refused before its clientIdentifier is ignored.
 */
const isHiddenBy = ({ refusals, hasDirectory, suspectsDuplicates }: Habits, { id, value }: AssumptionFinding) =>
  (id === 'errors.codes' && refusals !== 'asTheyAre' && refusals !== 'envelope') ||
  (id === 'wires.routingNumberCheck' && hasDirectory) ||
  (id === 'idempotency.clientIdentifier' && value === 'ignored' && suspectsDuplicates)

const isTold = ({ verdict }: AssumptionFinding) => verdict !== 'unknown'

/** What came of one service: of what is told without its habits, what was missed; and what was told wrongly. */
interface Outcome {
  readonly asked: number
  readonly missed: readonly string[]
  readonly wrong: readonly string[]
  readonly early: number
}

it('tells nothing wrong of services as services are, and nearly all that it tells of what is behind them [§7]', async () => {
  const outcomes: Outcome[] = []

  for (const [values, habits] of fc.sample(fc.tuple(anyValues, anyHabits), { numRuns: SERVICES, seed: SEED })) {
    const truths = truthsOf(habits)
    const behind = (await calibrate(hiddenBank(values as never))).findings.filter(isTold)
    const asked = behind.filter((finding) => !isHiddenBy(habits, finding)).map(({ id }) => id)
    const { service, early } = hiddenService(values, habits)
    const { findings } = await calibrate(service)
    const lineOf = ({ id, value, seen }: AssumptionFinding) =>
      `${habits.seed} ${id} is ${JSON.stringify(values[id])}, told ${JSON.stringify(value)}: ${seen}`
    const isWrong = (finding: AssumptionFinding) => !(truths[finding.id]?.(finding) ?? isRight(finding, values))
    const wrong = findings.filter((finding) => isTold(finding) && isWrong(finding)).map(lineOf)
    const missed = findings.filter((finding) => !isTold(finding) && asked.includes(finding.id)).map(lineOf)
    outcomes.push({ asked: asked.length, missed, wrong, early: early() })
  }

  const all = (of: (outcome: Outcome) => readonly string[]) => outcomes.flatMap(of)
  const asked = outcomes.reduce((sum, outcome) => sum + outcome.asked, 0)
  expect(all(({ wrong }) => wrong)).toEqual([])
  expect(outcomes.filter(({ early }) => early > 0)).toEqual([])
  expect(asked).toBeGreaterThan(SERVICES * FEW)
  expect(all(({ missed }) => missed).length, all(({ missed }) => missed).join('\n')).toBeLessThanOrEqual(
    asked * (1 - MOST),
  )
}, 3_600_000)
