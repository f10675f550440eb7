/** The timeline of a run: what happened at its bank, line by line. A failure has it as its `timeline`, and a failing test prints it. */
import { portOf } from '../../bank/port.ts'
import { withoutRepeats } from '../../bank/reports/repeats.ts'
import { type Fact, factOfFailure, factsOf, linesOf } from '../../bank/reports/timeline.ts'
import { isBank } from '../../bank/shell/state/is-bank.ts'
import type { State } from '../../bank/shell/state/state.ts'
import { openingOf } from '../../core/birth.ts'
import { parseInstant, timeOf } from '../../core/kernel/time/instant.ts'
import { describeChange, pointOf } from '../changes/change.ts'
import { endpointOf } from '../changes/change-kinds.ts'
import type { Run } from '../stage/run.ts'
import type { ExploreOptions } from '../types.ts'

/** Returns a function that tells the timeline of a run, without what had happened at the given bank before any run. */
export function timelineOfRun(given: ExploreOptions['bank']): (run: Run) => string {
  const before = isBank(given) ? factsOf(portOf(given).state).length : 0
  return (run) => {
    const { state } = portOf(run.bank)
    const facts = factsOf(state)
    const begun = before || openingOf(state.world.settings).length
    const end = run.error ? [factOfFailure(timeOf(state.world, run.endedAt))] : []
    return linesOf([...facts.slice(before, begun), ...withChanges(folded(facts.slice(begun)), run, state), ...end])
  }
}

/** Shows once what the code asks again before anything else has happened, and each refusal once. */
function folded(facts: readonly Fact[]): Fact[] {
  let happened = 0
  const keyOf = ({ happening, isRefusal, lane, text }: Fact) => {
    if (happening) happened++
    return happening ? undefined : `${isRefusal || happened} ${lane} ${text}`
  }
  return [...withoutRepeats(facts, keyOf)].map(([fact, more]) =>
    more > 0 ? { ...fact, text: `${fact.text}  … ${more} more like it` } : fact,
  )
}

/** Adds the changes of a run, each where it struck, because most of them leave no fact at the bank. */
function withChanges(facts: readonly Fact[], { changes, log: { points } }: Run, { world }: State): Fact[] {
  const all = [...facts]
  for (const change of changes) {
    const point = pointOf(change, points)
    if (!point) continue
    const { at, label } = point
    const row = endpointOf(label)
    const start = row ? `${row.method} ${row.path.split('{')[0]}` : label
    const later = all.findIndex((fact) => (parseInstant(fact.at) as number) >= at)
    const place = all.findIndex((fact) => parseInstant(fact.at) === at && fact.text.startsWith(start))
    const told: Fact = { at: timeOf(world, at), lane: 'test', isRefusal: false, text: describeChange(change, points) }
    all.splice(place >= 0 ? place : later >= 0 ? later : all.length, 0, told)
  }
  return all
}
