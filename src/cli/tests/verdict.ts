/** The verdict on a scenario: the findings of explore, broken rules of the specification, coverage of the bank, and assumptions in use. */
import type { AssumptionUse } from '../../bank/reports/assumption-uses.ts'
import type { ReportedFinding } from '../../bank/reports/report.ts'
import { findingsOf, reasonsAgainst } from '../../explore/findings/gate.ts'
import { explore } from '../../explore/index.ts'
import type { Exploration, ExploreOptions, Scenario, Scene } from '../../explore/types.ts'
import { metNothing, metTogether } from '../../suite/coverage/met.ts'
import { type Coverage, coverageFrom, coverageOf } from '../../suite/coverage/report.ts'

/** Plain data: JSON can hold all of it. */
export interface JudgeVerdict {
  readonly form: 'vostro-verdict-1'
  readonly outcome: 'passed' | 'failed'
  /** Why the scenario does not pass, one sentence for each reason. */
  readonly reasons: readonly string[]
  readonly exploration: Pick<
    Exploration,
    'runs' | 'planned' | 'complete' | 'cutBy' | 'warnings' | 'untried' | 'reached' | 'isTimeJudged' | 'quiet'
  >
  readonly findings: readonly ReportedFinding[]
  /** The behaviour that the bank showed in the runs, by axis (such as faults), with counts. `unmet`: the rest, with code to reach it. */
  readonly met: Coverage['met']
  readonly unmet: Coverage['unmet']
  /** The assumptions on which an answer in any run depended. */
  readonly assumptions: readonly AssumptionUse[]
  /** The report for people. */
  readonly text: string
}

/** Explores a scenario and judges it. Coverage and assumptions are added up over all runs. */
export async function verdictOn(scenario: Scenario, options: ExploreOptions): Promise<JudgeVerdict> {
  const seen = new Seen()
  const exploration = await explore(async (scene) => {
    seen.begin(scene)
    return await scenario(scene)
  }, options)
  seen.end()
  const { met, unmet } = coverageFrom(seen.met)
  const { runs, planned, complete, cutBy, warnings, untried, reached, isTimeJudged, quiet } = exploration
  const broken = exploration.conduct.map(({ text }) => `Without any change: ${text}`)
  const reasons = [...reasonsAgainst(exploration), ...broken]
  return {
    form: 'vostro-verdict-1',
    outcome: reasons.length === 0 ? 'passed' : 'failed',
    reasons,
    exploration: { runs, planned, complete, cutBy, warnings, untried, reached, isTimeJudged, quiet },
    findings: findingsOf(exploration),
    met,
    unmet,
    assumptions: [...seen.assumptions.values()].sort((one, other) => (one.id < other.id ? -1 : 1)),
    text: exploration.text,
  }
}

/** Adds up what the runs met. A run is counted when the next one begins, after its bank has healed (see stage/heal.ts). */
class Seen {
  met: Coverage['met'] = metNothing
  readonly assumptions = new Map<string, AssumptionUse>()
  #bank: Scene['bank'] | undefined

  begin({ bank }: Scene): void {
    this.end()
    this.#bank = bank
  }

  end(): void {
    if (!this.#bank) return
    this.met = metTogether(this.met, coverageOf(this.#bank).met)
    for (const use of this.#bank.assumptions.used()) {
      const before = this.assumptions.get(use.id)
      const usedBy = [...new Set([...(before?.usedBy ?? []), ...use.usedBy])]
      this.assumptions.set(use.id, { ...use, usedBy })
    }
    this.#bank = undefined
  }
}
