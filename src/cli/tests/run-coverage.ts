/** Runs the tests, reports which behaviour of the bank they met, and checks the gates: how much they must have met. */
import { resolve } from 'node:path'
import type { Met } from '../../suite/coverage/met.ts'
import { coverageFrom, pageFrom } from '../../suite/coverage/report.ts'
import type { Invocation, Terminal } from '../command.ts'
import { readJson, writeTo } from '../files/read-and-write.ts'
import { axesFrom, gatesFrom } from './gates.ts'
import { clear, linesIn, metBy, namesIn } from './met-in-folder.ts'
import { beginTests, ending } from './test-command.ts'

export async function runCoverage({ words, values }: Invocation, terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal
  const read = (name: string) => values.get(name) as string | undefined
  const folder = resolve(read('folder') ?? '.vostro/coverage')
  const gates = gatesFrom('coverage', values)
  const told = axesFrom('coverage', values)
  const stored = read('since') && (readJson(read('since') as string, 'Give a file that --met wrote.') as Met)
  if (words.length > 0) clear(folder)
  const code = words.length > 0 ? await beginTests(words, { VOSTRO_COVERAGE: folder }, ending(terminal)).ended : 0
  const lines = linesIn(folder)
  if (lines.length === 0) {
    stderr(
      `Failed to tell what the tests met: no test with a bank wrote into "${folder}". Run tests that import vostro/vitest, vostro/jest, vostro/test or vostro/playwright.`,
    )
    return code || 1
  }
  const met = metBy(lines)
  await stdout(coverageFrom(met, told).text)
  if (namesIn(met).length === 0) await stdout(`\n${NOTHING}`)
  if (stored) await stdout(`\n${differenceOf(stored, met)}`)
  writeTo(values.get('page'), pageFrom(met, told), terminal)
  writeTo(values.get('met'), JSON.stringify(met, null, 2), terminal)
  const missed = gates.filter(({ isPassed }) => !isPassed(met))
  for (const { told } of missed) stderr(`Failed to meet ${told}.`)
  return code || (missed.length > 0 ? 1 : 0)
}

const NOTHING = `No bank that counts was used. A bank counts if a kit gave it to a test, or if
the test made it with createBank(); not if a hook of all tests or a file made it.`

function differenceOf(before: Met, now: Met): string {
  const [old, present] = [namesIn(before), namesIn(now)]
  const gone = old.filter((name) => !present.includes(name)).map((name) => `  gone    ${name}`)
  const added = present.filter((name) => !old.includes(name)).map((name) => `  new     ${name}`)
  return ['Since then:', ...(gone.length + added.length === 0 ? ['  nothing has changed'] : [...gone, ...added])].join(
    '\n',
  )
}
