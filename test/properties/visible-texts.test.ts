/** Texts of clients reach a terminal or the log of a build only in escaped form, wherever they leave. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { explore } from 'vostro/explore'
import { bankMatchers, coverageOf } from 'vostro/test'
import { OracleError } from '../../src/bank/invariants/oracles.ts'
import { testTextOf } from '../../src/bank/reports/trace/page/as-test.ts'
import { lineOf } from '../../src/bank/reports/trace/page/live/as-line.ts'
import { main } from '../../src/cli/main.ts'
import { visible, visibleLines } from '../../src/core/kernel/visible.ts'
import { storyOf } from '../../src/testing/story/story.ts'
import { registrationRequest } from '../support/calls.ts'
import { achDebit } from '../support/requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

/** Clears a screen, turns the direction of writing, ends a comment, and commands a build. */
const HOSTILE = 'a\u001b[2J\u202eb\u2028c\r\n::error::d\n  ::add-mask::e\u009b1m ##vso[task.complete]'

/** What a terminal or the log of a build would obey. */
const OBEYED = /[^\P{Cc}\n]|[\u061c\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]|^\s*::|##\w*\[/mu

async function printedBy(...line: string[]): Promise<string> {
  const written: string[] = []
  const stdout = async (text: string) => void written.push(text)
  await main(line, { stdout, stderr: (text) => void written.push(text), environment: {} })
  return written.join('\n')
}

const thrownBy = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    return `${(error as Error).message}\n${(error as Error).stack}`
  }
  throw new Error('Nothing was thrown.')
}

const edges: Readonly<Record<string, () => string | Promise<string>>> = {
  'an explanation': () => {
    const bank = createBank()
    const { accountNumber } = bank.masterAccount
    bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach', reason: HOSTILE })
    return bank.explain(bank.transactions.post(achDebit(accountNumber)).id).text
  },
  'a timeline': () => {
    const bank = createBank()
    const { accountNumber } = bank.masterAccount
    bank.restrictions.create({ accountNumber, appliesTo: 'All', rail: 'Ach', reason: HOSTILE })
    return bank.timeline()
  },
  'the message of a refusal': () => thrownBy(() => createBank().explain(HOSTILE)),
  'the message of a mistake': () => thrownBy(() => createBank({ [HOSTILE]: HOSTILE } as never)),
  'the message of an oracle': () => new OracleError('booksReconcile', '§6', HOSTILE).message,
  'the message of a matcher': async () => {
    const bank = createBank()
    await bank.fetch(`${bank.urls.baseUrl}/wires/v1/payments`)
    return bankMatchers.toHaveReceivedRequest(bank, 'listWires', { url: HOSTILE }).message()
  },
  'the errors of handlers in a story': async () => {
    const bank = createBank()
    const request = registrationRequest(bank)
    const { id } = bank.webhooks.register({ ...request, registrationType: 'Push' })
    bank.webhooks.connect(request.callbackUrl, () => {
      throw new TypeError(HOSTILE)
    })
    bank.webhooks.ping(id)
    await bank.settled()
    return storyOf(bank, '')
  },
  'the report of an exploration, and a failure as a test': async () => {
    const { text, failures } = await explore(
      async ({ fetch, bank }) => {
        await fetch(bank.urls.baseUrl).catch(() => {
          throw new Error(HOSTILE)
        })
      },
      { depth: 1 },
    )
    return `${text}\n${failures[0]?.toTest()}`
  },
  'a journal as a test': () => {
    const bank = createBank()
    bank.accounts.open({ title: HOSTILE })
    return testTextOf({ title: HOSTILE, journal: bank.journal, steps: [] } as never)
  },
  'the copied line of a call': () =>
    lineOf(
      { 'x-function': 'const b = createBank({rest}) // {name}', parameters: [] },
      { named: {}, body: { name: HOSTILE, [HOSTILE]: HOSTILE } },
      undefined,
    ),
  'the command line': () => printedBy(HOSTILE),
  'the coverage of a suite': () => {
    const folder = temporaryFolder()
    const met = { ...coverageOf(createBank()).met, refusals: { [HOSTILE]: 1 } }
    const line = JSON.stringify({ test: { file: 'a.test.ts', name: HOSTILE }, met })
    writeFileSync(join(folder, '1.jsonl'), `${line}\n`)
    return printedBy('coverage', '--folder', folder, '--must', `refusals: ${HOSTILE}`)
  },
}

it.each(Object.entries(edges))('prints texts of clients visibly: %s [§8]', async (_, textOf) => {
  const text = await textOf()

  expect(text).toContain('\\u202e')
  expect(text).not.toMatch(OBEYED)
})

it('escapes what a terminal or a build obeys, and nothing else [§8]', () => {
  const plain = 'Zürich · 東京 “§2.9”: a::b ## c [d] \\n'

  expect(visible(plain)).toBe(plain)
  expect(visible(' ::error::x')).toBe(' \\u003a:error::x')
  expect(visible('x ##[error]')).toBe('x \\u0023#[error]')
  expect(visible('a\n\u001b')).toBe('a\\n\\u001b')
  expect(visibleLines('a\n::b\r')).toBe('a\n\\u003a:b\\r')
})
