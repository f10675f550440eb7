import { expect, it } from 'vitest'
import {
  createBank,
  createWorld,
  diff,
  inquire,
  isRejection,
  isRejectionError,
  parseWorld,
  transition,
  verifySignature,
} from 'vostro'
import { explore } from 'vostro/explore'
import * as kit from 'vostro/fast-check'
import { bankHandlers } from 'vostro/msw'
import {
  calibrate,
  calibrateFrom,
  calibrationChanges,
  calibrationPlan,
  conformance,
  fieldChanges,
} from 'vostro/sandbox'
import { openapi } from 'vostro/server'
import { coverageOf } from 'vostro/test'
import { followClock, standStill } from 'vostro/time'
import { currentBank, within } from 'vostro/vitest'
import { payInvoice } from '../../docs/examples/pay-invoice.ts'
import { createBankServer } from '../../src/server/server.ts'
import { snippetsIn } from '../docs/doc-files.ts'
import { browserFor, runSnippet, sameCasesAlways } from '../docs/run-snippet.ts'
import { sourceFiles } from './source-files.ts'

const examples = sourceFiles().flatMap(({ path, text }) =>
  snippetsIn(text.replace(/^ *\* ?/gm, '')).map(({ code }, index) => [`${path} (${index + 1})`, code] as const),
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
  // A test that an example declares runs at once, with the bank of the example.
  const tests: Promise<unknown>[] = []
  const declare = (_: string, run: (context: object) => Promise<unknown>) => {
    const server = kept(...bankHandlers(bank))
    server.listen({ onUnhandledRequest: 'error' })
    tests.push(run({ bank }))
  }

  // An example may declare its own bank.
  const given = {
    createBank,
    createBankServer,
    createWorld,
    diff,
    inquire,
    isRejection,
    isRejectionError,
    parseWorld,
    transition,
    verifySignature,
    bankHandlers,
    calibrate,
    conformance,
    calibrateFrom,
    calibrationChanges,
    fieldChanges,
    calibrationPlan,
    coverageOf,
    explore,
    followClock,
    standStill,
    openapi,
    setupServer: kept,
    createPartnerClient,
    fc: sameCasesAlways,
    ...kit,
    currentBank,
    within,
    payInvoice,
    expect,
    test: declare,
    bankTest: declare,
    bankTestWith: () => declare,
    ...browserFor(),
  }
  const run = runSnippet(code, { given: /const bank =/.test(code) ? given : { bank, ...given } })

  await expect(run).resolves.toBeDefined()
  await Promise.all(tests)

  for (const server of servers) server.close()
})
