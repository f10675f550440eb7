/** The report: what a comparison came to, as a value and for people. */
import { endpoints } from '../../../contract/endpoints.ts'
import { type AssumptionId, assumptions } from '../../../core/assumptions/catalogue.ts'
import { count } from '../../../core/kernel/count.ts'
import { valueText } from '../../../core/kernel/value-text.ts'
import { isDelay, isLimit } from '../explaining/candidates.ts'
import type { Explained } from '../explaining/explain.ts'
import type { ConformanceExplanation, ConformanceReport, Difference } from '../scene.ts'

/** A report has so many differences: later ones mostly follow from them. */
const MOST = 20

export function reportOf(found: Explained): ConformanceReport {
  const differences = saidOnce(found.differences)
  const left = differences.filter(({ explained }) => explained === undefined).length
  const told = differences.slice(0, MOST)
  const report = { ...found, verdict: verdictOf(differences), first: told[0], differences: told }
  return { ...report, text: reportText(report, { more: differences.length - told.length, left }) }
}

/** The same of several calls of one row, or of several records of one list, is one difference. */
function saidOnce(differences: readonly Difference[]): Difference[] {
  const byKind = new Map<string, Difference>()
  for (const each of differences) {
    const { call, path, ours, theirs, source, isSpecified, explained } = each
    const places = [call.replace(/ #\d+$/, ''), path.replaceAll(/\b\d+\b/g, '*')]
    // Of a field of records the first values stand for all: an amount that is a text is so in each.
    const values = path.startsWith('body.')
      ? [ours, theirs].map((value) => value.replaceAll(/\d+/g, '#'))
      : [ours, theirs]
    const kind = JSON.stringify([...places, ...values, source, isSpecified, explained])
    const known = byKind.get(kind)
    byKind.set(kind, known ? { ...known, times: known.times + each.times } : each)
  }
  return [...byKind.values()]
}

function verdictOf(differences: readonly Difference[]): ConformanceReport['verdict'] {
  if (differences.length === 0) return 'agree'
  return differences.some((each) => each.isSpecified) ? 'differ' : 'unspecified'
}

function reportText(
  { verdict, differences, assume, calls, agreeing, runs }: Omit<ConformanceReport, 'text'>,
  { more, left }: { readonly more: number; readonly left: number },
): string {
  const lines = [
    `${verdict}: ${agreeing} of ${count(calls, 'call')} ${agreeing === 1 ? 'agrees' : 'agree'}, ${count(differences.length + more, 'difference')}`,
    ...differences.flatMap(differenceLines),
    ...(more > 0 ? [`  … and ${more} more`] : []),
    ...(Object.keys(assume).length > 0
      ? [
          `createBank({ assume: ${assumeText(assume)} }) ${left === 0 ? 'does the same there' : `leaves ${count(left, 'difference')}`}.`,
        ]
      : []),
    `The scenario ran ${runs === 1 ? 'once' : `${runs} times`} on our side.`,
  ]
  return lines.join('\n')
}

function differenceLines(difference: Difference): string[] {
  const { call, path, ours, theirs, times } = difference
  const place = path === '' ? call : `${call} → ${path}`
  const often = times > 1 ? `, ${times} times` : ''
  return [`  ${place}: here ${ours}, there ${theirs}${often}`, `    ${whyText(difference)}`]
}

function whyText({ call, path, theirs, source, isSpecified, explained, alternatives, isTried }: Difference): string {
  if (explained !== undefined) {
    const values = [explained, ...alternatives].map((each) => explanationText(each, theirs))
    return `${isLimit(explained.id) ? 'could be' : 'explained by'} ${values.join(', or ')}`
  }
  if (isSpecified) return source === undefined ? 'nothing of the contract explains it' : `specified in ${source}`
  if (isOfScenario(path) || isOfSpecified(call, source)) return 'may follow from what is before'
  if (source === undefined) return 'unknown to the contract'
  if (!(source in assumptions)) return `only published, ${source}`
  const { provenance, allowed } = assumptions[source as AssumptionId]
  const tried = isTried ? 'no value that was tried does the same' : 'not tried: raise runs'
  const what = allowed.isFixed ? 'fixed: answer that call with a handler of your own' : tried
  return `for ${source} to say, which is ${provenance}; ${what}`
}

/** A delay that the answer itself does not show may be still longer, or still shorter. */
function explanationText({ id, value }: ConformanceExplanation, theirs: string): string {
  const text = `${id} = ${valueText(value)}`
  if (!isDelay(id) || valueText(value) === theirs) return text
  return `${text} or ${Number(value) > Number(assumptions[id].default) ? 'more' : 'less'}`
}

/** What the specification has, of a call that it has: this differs because something before it does. */
function isOfSpecified(call: string, source: Difference['source']): boolean {
  const name = call.split(' ')[0] ?? ''
  const row = Object.hasOwn(endpoints, name) ? endpoints[name as keyof typeof endpoints] : undefined
  return row?.source === 'specified' && source?.startsWith('§') === true
}

/** What the scenario did, and no answer. */
const isOfScenario = (path: string): boolean => path === '' || /^(sent|returned|error)\b/.test(path)

function assumeText(assume: object): string {
  const parts = Object.entries(assume).map(([id, value]) => `'${id}': ${valueText(value)}`)
  return `{ ${parts.join(', ')} }`
}
