/** The sections of the service's specification: their titles, and the links of pages to the page that describes them. */
import { posix } from 'node:path'
import { slugOf } from './doc-files.ts'

export const specificationPath = 'docs/reference/specification.md'

/** The title of each section, by the number that messages, titles of tests and pages cite. */
const sectionTitles = {
  '1': 'What the service does',
  '2': 'Records',
  '2.1': 'Token',
  '2.2': 'Party',
  '2.3': 'Wire request',
  '2.4': 'Wire payment',
  '2.5': 'Simulated inbound wire',
  '2.6': 'Registration',
  '2.7': 'Notification',
  '2.8': 'Restriction',
  '2.9': 'Subledger',
  '2.10': 'Loan summary',
  '3': 'States',
  '4': 'Calls',
  '5': 'Authentication',
  '6': 'Events',
  '7': 'Errors',
  '8': 'Limits',
  '9': 'Versions',
} as const

export type SectionNumber = keyof typeof sectionTitles

export const isSection = (number: string): number is SectionNumber => number in sectionTitles

/** The heading of a section, without its marks: `§2.9 Subledger`. */
export const headingOf = (number: SectionNumber) => `§${number} ${sectionTitles[number]}`

/**
 * Every section that a text cites, by its number. Left out are the sections of an RFC, which are cited in the same way.
 */
export function citedIn(text: string): string[] {
  return [...text.matchAll(/RFC \d+ §[\d.]+(?:, §[\d.]+)*|§ ?(\d+(?:\.\d+)?)/g)].flatMap(([, number]) => number ?? [])
}

/** What a citation is looked for beside: code, headings and other links keep their text, and an RFC has sections of its own. */
const passage =
  /^```[\s\S]*?^```|^#.*$|`[^`\n]*`|\[§(?<linked>[\d.]+)\]\([^)]*\)|\[(?:[^[\]]|\[[^\]]*\])*\]\([^)]*\)|RFC \d+ §[\d.]+(?:, §[\d.]+)*|§(?<bare>\d+(?:\.\d+)?)/gm

/** The text of a page, in which each section that it cites is a link to that section. */
export function withSections(path: string, text: string): string {
  const page = posix.relative(posix.dirname(path), specificationPath)
  return text.replace(passage, (whole: string, linked: string | undefined, bare: string | undefined) => {
    const number = linked ?? bare
    if (number === undefined) return whole
    if (!isSection(number))
      throw new Error(
        `Failed to link §${number} of ${path}: there is no such section. Cite one of test/docs/doc-sections.ts.`,
      )
    return `[§${number}](${path === specificationPath ? '' : page}#${slugOf(headingOf(number))})`
  })
}
