import { expect, it } from 'vitest'
import { createBank, createWorld, inquire, isRejection, isRejectionError, parseWorld, transition } from 'vostro'
import { explore } from 'vostro/explore'
import * as kit from 'vostro/fast-check'
import { bankHandlers } from 'vostro/msw'
import { runSnippet, sameCasesAlways, snippetsIn } from './run-snippet.ts'
import { sourceFiles } from './source-files.ts'

const examples = sourceFiles().flatMap(({ path, text }) =>
  snippetsIn(text.replace(/^ *\* ?/gm, '')).map((code, index) => [`${path} (${index + 1})`, code] as const),
)

it('finds the examples of the public calls [§1]', () => {
  expect(examples.length).toBeGreaterThan(8)
})

it.each(examples)('runs the example of %s [§1]', async (_, code) => {
  const bank = createBank()
  const { setupServer } = await import('msw/node')
  const servers: { close(): void }[] = []
  const kept = (...handlers: Parameters<typeof setupServer>) => {
    const server = setupServer(...handlers)
    servers.push(server)
    return server
  }
  const createPartnerClient = (config: object) => config

  // An example may declare its own bank.
  const given = {
    createBank,
    createWorld,
    inquire,
    isRejection,
    isRejectionError,
    parseWorld,
    transition,
    bankHandlers,
    explore,
    setupServer: kept,
    createPartnerClient,
    fc: sameCasesAlways,
    ...kit,
  }
  await runSnippet(code, /const bank =/.test(code) ? given : { bank, ...given })

  for (const server of servers) server.close()
})
