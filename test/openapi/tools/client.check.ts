/** A client with the types that openapi-typescript makes: it compiles, its mistakes do not, and it works against the bank. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { beforeAll, expect, it } from 'vitest'
import { createBank } from 'vostro'
import { root } from '../../docs/doc-files.ts'
import { openapiFile } from '../../docs/openapi-file.ts'
import { folder } from './tools.ts'

const source = `${root}test/openapi/tools/suites/client.ts`
const bin = (path: string, ...words: string[]) =>
  execFileSync(process.execPath, [`${folder}/node_modules/${path}`, ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: 'pipe',
  })

beforeAll(async () => {
  const { path } = await openapiFile()
  bin('openapi-typescript/bin/cli.js', root + path, '-o', `${folder}/bank-api.d.ts`)
})

/** What the compiler says of a client. */
function problemsOf(name: string, code: string): string {
  writeFileSync(`${folder}/${name}.ts`, code)
  const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--skipLibCheck']
  try {
    return bin('typescript/bin/tsc', ...options, '--exactOptionalPropertyTypes', `${name}.ts`)
  } catch (error) {
    return (error as { stdout: string }).stdout
  }
}

it('compiles [§4]', () => {
  expect(problemsOf('client', readFileSync(source, 'utf8'))).toBe('')
})

it.each([
  ['a path that there is none of', "'/wires/v1/payments/{id}'", "'/wires/v1/payment/{id}'"],
  ['a field of the wrong type', 'amount: 10_000', "amount: '100.00'"],
  ['a missing field', "title: 'Customer 17'", ''],
  ['a field of an answer that there is none of', 'data.imad', 'data.imadd'],
])('does not compile with %s [§4]', (_, right, wrong) => {
  const code = readFileSync(source, 'utf8')

  expect(code).toContain(right)
  expect(problemsOf('mistaken', code.replace(right, wrong))).toContain('error TS')
})

it('pays a wire through the bank, and reads its refusals [§3]', async () => {
  const bank = createBank()
  const code = readFileSync(source, 'utf8')
  const { transform } = await import('esbuild')
  const { code: script } = await transform(code, { loader: 'ts', format: 'esm' })
  writeFileSync(`${folder}/client.mjs`, script)
  const { payAndFind } = (await import(/* @vite-ignore */ pathToFileURL(`${folder}/client.mjs`).href)) as {
    payAndFind: (bank: object, release: () => void) => Promise<object>
  }

  const outcome = await payAndFind(
    { fetch: bank.fetch, urls: bank.urls, partner: bank.partner, accountNumber: bank.masterAccount.accountNumber },
    () => bank.clock.advanceToNextBatch(),
  )

  expect(outcome).toEqual({
    title: 'Customer 17',
    status: 'Completed',
    imad: expect.stringMatching(/SIMULATE/),
    missing: 404,
    refused: [1000],
    loans: 0,
  })
})
