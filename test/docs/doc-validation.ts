/** The page that says what a test against this bank is worth, and a check of the proof of each row. */
import { existsSync, readFileSync } from 'node:fs'
import { assumptions } from 'vostro'
import { isAsked } from '../../src/sandbox/questions/all-questions.ts'
import { root, slugOf } from './doc-files.ts'
import { page } from './doc-markup.ts'
import type { Proof, ValidationRow } from './validation-row.ts'
import { type Validity, validationRows } from './validation-rows.ts'

const sections: Readonly<Record<Validity, readonly [title: string, text: string]>> = {
  yes: ['Yes', 'The specification answers these questions, or a test tries your own code.'],
  calibrate: [
    'With calibrate',
    'The specification leaves these open, and the bank has a default. [Calibrate](../guides/calibrate.md) asks your sandbox, and your tests then use the answer.',
  ],
  no: ['No', 'No test against this bank can answer these questions.'],
}

export function validationPage(): string {
  return page(
    'What you can validate with vostro, and what not',
    'What a green test says about your code at your bank. Each answer is proven: by tests and figures of the repository, or by the [assumptions](assumptions.md) in brackets.',
    ...Object.entries(sections).flatMap(([validity, [title, text]]) => [
      `## ${title}\n\n${text}`,
      validationRows[validity as Validity].map(answered).join('\n'),
    ]),
  )
}

function answered({ question, answer, proofs }: ValidationRow): string {
  const links = proofs.flatMap(linkOf)
  return `- **${question}** ${answer}${links.length === 0 ? '' : ` (${links.join(', ')})`}`
}

/** What a reader can look up. Tests and figures are in the repository. */
function linkOf(proof: Proof): string[] {
  return 'assumption' in proof ? [`[\`${proof.assumption}\`](assumptions.md#${slugOf(proof.assumption)})`] : []
}

/** What is wrong with the proofs of a row; empty if the row is proven. */
export function unproven({ question, proofs }: ValidationRow, validity: Validity): string[] {
  const failed = `Failed to prove "${question}":`
  if (proofs.length === 0) return [`${failed} it has no proof. Name a test, a figure or an assumption.`]
  const problems = proofs.map(missing).filter((problem) => problem !== undefined)
  if (validity === 'calibrate' && !proofs.some(isFromOutside))
    problems.push(
      'no proof is an assumption that calibrate asks about, and none is a test of test/sandbox. Add one of these, or move the row to "no".',
    )
  return problems.map((problem) => `${failed} ${problem}`)
}

function missing(proof: Proof): string | undefined {
  if ('test' in proof) {
    if (!existsSync(root + proof.test)) return `there is no file ${proof.test}. Name a file that exists.`
    if (textOf(proof.test).includes(proof.title)) return undefined
    return `${proof.test} has no test "${proof.title}". Write its title as it stands there.`
  }
  if ('figure' in proof) {
    const path = `docs/reference/${proof.figure}.md`
    const isThere = textOf(path)
      .split('\n')
      .some((line) => line.split('|').some((cell) => cell.trim() === proof.row))
    return isThere ? undefined : `${path} has no row "${proof.row}". Name one of its rows.`
  }
  return proof.assumption in assumptions
    ? undefined
    : `there is no assumption "${proof.assumption}". Name one of the catalogue.`
}

const isFromOutside = (proof: Proof) =>
  'assumption' in proof ? isAsked(proof.assumption) : 'test' in proof && proof.test.startsWith('test/sandbox/')

const textOf = (path: string) => readFileSync(root + path, 'utf8')
