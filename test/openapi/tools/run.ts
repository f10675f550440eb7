/**
 * Other people's tools on the OpenAPI document: `npx tsx test/openapi/tools/run.ts`. They are many packages, so they are installed in a scratch folder
 * for this alone: the linters Spectral and Redocly, and openapi-typescript with openapi-fetch.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const tools = {
  '@redocly/openapi-core': '2.64.0',
  '@stoplight/spectral-core': '1.24.1',
  '@stoplight/spectral-rulesets': '1.23.1',
  'openapi-fetch': '0.17.0',
  'openapi-typescript': '7.13.0',
  typescript: '5.9.3',
}

const given = process.env['OPENAPI_TOOLS']
const folder = given ?? mkdtempSync(join(tmpdir(), 'vostro-openapi-'))
const run = (command: string, words: readonly string[], cwd = process.cwd()) =>
  execFileSync(command, words, { cwd, stdio: 'inherit', env: { ...process.env, OPENAPI_TOOLS: folder } })

try {
  if (given === undefined) {
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ name: 'tools', private: true, type: 'module', dependencies: tools }),
    )
    run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], folder)
  }
  run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--config', 'test/openapi/tools/vitest.config.ts'])
} finally {
  if (given === undefined) rmSync(folder, { recursive: true, force: true })
}
