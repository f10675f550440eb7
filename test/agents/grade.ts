/** Grades what an agent wrote: `npx tsx test/agents/grade.ts TASK FOLDER`. The grade is JSON; nothing is added up. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { verdictOn } from '../../src/explore/verdict.ts'
import type { CreateApp } from './graders/app.ts'
import type { Grader } from './graders/grader.ts'
import { graders } from './graders/graders.ts'

const [task = '', folder = '.'] = process.argv.slice(2)
const grader: Grader | undefined = graders[task]
if (!grader)
  throw new Error(`Failed to grade "${task}": there is no such task. Name one of ${Object.keys(graders).join(', ')}.`)

const { createApp }: { createApp: CreateApp } = await import(pathToFileURL(resolve(folder, `${task}.ts`)).href)
const verdict = await verdictOn((scene) => grader.scenario(scene, createApp), { budget: '2m', ...grader.options })
const isMet = (name: string) => {
  const [axis = '', ...row] = name.split(': ')
  return Object.hasOwn(verdict.met[axis as keyof typeof verdict.met], row.join(': '))
}
const ofConduct = verdict.findings.filter(({ repeat }) => repeat === null)
const grade = {
  task,
  runs: verdict.exploration.runs,
  conduct: ofConduct.map(({ code, fact }) => `${code}: ${fact}`),
  failures: verdict.findings.filter(({ repeat }) => repeat !== null).map(({ place, fact }) => `${place[0]}: ${fact}`),
  neverMet: grader.must.filter((name) => !isMet(name)),
  warnings: verdict.exploration.warnings,
}
process.stdout.write(`${JSON.stringify(grade, null, 2)}\n`)
