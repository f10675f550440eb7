/** The report: what a comparison came to, as a value and for people. */
import { type AssumptionId, assumptions } from '../../../core/assumptions/catalogue.ts'
import { count } from '../../../core/kernel/count.ts'
import { textOf } from '../../../core/option-check.ts'
import type { ConformanceReport, Difference } from '../scene.ts'

/** So many differences are told; what is further on mostly follows from them. */
const MOST = 20

export function reportOf(
  found: Pick<ConformanceReport, 'differences' | 'assume' | 'calls' | 'agreeing' | 'runs'>,
): ConformanceReport {
  const { differences } = found
  const told = differences.slice(0, MOST)
  const report = { ...found, verdict: verdictOf(differences), first: told[0], differences: told }
  return { ...report, text: reportText(report, differences.length - told.length) }
}

function verdictOf(differences: readonly Difference[]): ConformanceReport['verdict'] {
  if (differences.length === 0) return 'agree'
  return differences.some((each) => each.isSpecified) ? 'differ' : 'unspecified'
}

function reportText(
  { verdict, differences, assume, calls, agreeing, runs }: Omit<ConformanceReport, 'text'>,
  more: number,
): string {
  const lines = [
    `${verdict}: ${agreeing} of ${count(calls, 'call')} ${agreeing === 1 ? 'agrees' : 'agree'}, ${count(differences.length + more, 'difference')}`,
    ...differences.flatMap(differenceLines),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...(Object.keys(assume).length > 0 ? [`createBank({ assume: ${assumeText(assume)} }) does the same there.`] : []),
    `The scenario ran ${runs === 1 ? 'once' : `${runs} times`} on our side.`,
  ]
  return lines.join('\n')
}

function differenceLines({
  call,
  path,
  ours,
  theirs,
  source,
  isSpecified,
  explained,
  alternatives,
}: Difference): string[] {
  const place = path === '' ? call : `${call} → ${path}`
  const why =
    explained !== undefined
      ? `explained by ${[explained, ...alternatives].map(({ id, value }) => `${id} = ${textOf(value)}`).join(', or ')}`
      : isSpecified
        ? source === undefined
          ? 'nothing of the contract explains it'
          : `specified in ${source}`
        : isOfScenario(path)
          ? 'may follow from what is before'
          : openText(source)
  return [`  ${place}: here ${ours}, there ${theirs}`, `    ${why}`]
}

/** What the scenario did, and no answer. */
const isOfScenario = (path: string): boolean => path === '' || /^(sent|returned|error)\b/.test(path)

function openText(source: Difference['source']): string {
  if (source === undefined) return 'unknown to the contract'
  if (!(source in assumptions)) return `only published, ${source}`
  const { provenance } = assumptions[source as AssumptionId]
  return `for ${source} to say, which is ${provenance}; none of its values does the same`
}

function assumeText(assume: object): string {
  const parts = Object.entries(assume).map(([id, value]) => `'${id}': ${textOf(value)}`)
  return `{ ${parts.join(', ')} }`
}
