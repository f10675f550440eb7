/** Leaving out the first steps of a long trace: one step stands for them, with the state to which they led. */
import type { BankTrace, StateChange, Step } from '../trace-data.ts'

/** The steps without the first so many, and the requests that nobody points to any more. */
export function withoutFirst(
  { steps, requests }: Pick<BankTrace, 'steps' | 'requests'>,
  count: number,
): { steps: Step[]; requests: BankTrace['requests'] } {
  const last = steps[count - 1] as Step
  const rest = steps.slice(count)
  const gone = rest.reduce((least, { request }) => Math.min(least, request ?? least), requests.length)
  const before: Step = { at: last.at, facts: [], changes: [], state: stateAfter(steps.slice(0, count)) }
  const kept = rest.map((step) => (step.request === undefined ? step : { ...step, request: step.request - gone }))
  return { steps: [before, ...kept], requests: requests.slice(gone) }
}

/** All that is otherwise after these steps than before the first: of each thing what was told of it last. */
function stateAfter(steps: readonly Step[]): StateChange {
  const last = <Item extends readonly [unknown, ...unknown[]]>(
    part: (state: StateChange) => readonly Item[] | undefined,
  ) => [...new Map(steps.flatMap(({ state }) => part(state) ?? []).map((item) => [item[0], item])).values()]
  return {
    balances: last(({ balances }) => balances),
    payments: last(({ payments }) => payments),
    agenda: last(({ agenda }) => agenda).filter(([, due]) => due.length > 0),
    pushes: last(({ pushes }) => pushes).filter(([, push]) => push !== null),
  }
}
