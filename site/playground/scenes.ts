/** The scenes of the running test that the page can show: its banks, and the runs in which `explore` found a bug. */
import type { Bank } from 'vostro'
import type { Scene } from './told.ts'

/** A bank, or a failure of `explore`. */
interface Source {
  readonly title: string
  timeline(): string
  trace(title: string, problem: string | undefined): Promise<string>
}

let sources: Source[] = []

export function showBank(bank: Bank): void {
  sources.push({
    title: sources.length === 0 ? 'The bank' : `Bank ${sources.length + 1}`,
    timeline: () => bank.timeline(),
    trace: (title, problem) => bank.trace({ title, ...(problem === undefined ? {} : { problem }) }),
  })
}

export function showRun(run: { readonly run: string; readonly timeline: string; trace(): Promise<string> }): void {
  sources.push({ title: run.run, timeline: () => run.timeline, trace: () => run.trace() })
}

/** Returns the scenes of the test that has ended, and removes them for the next test. */
export async function scenesOfTest(name: string, problem: string | undefined): Promise<readonly Scene[]> {
  const shown = sources
  sources = []
  return await Promise.all(
    shown.map(async ({ title, timeline, trace }) => ({
      title,
      timeline: timeline(),
      trace: await trace(name, problem),
    })),
  )
}
