/**
 * Writes the reference pages, the OpenAPI document, the examples and counts that pages show, and the index: `npm run docs`. With `--suites` it also
 * runs the suites of the guide `is-my-suite-good.md`, and writes their results into it. This takes some minutes, and needs a build.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withCounts } from './doc-assumptions.ts'
import { pages, root, withExamples } from './doc-files.ts'
import { covered, guidePath, judged, type RunVostro, withRuns } from './doc-green-suite.ts'
import { indexOf, indexPath } from './doc-index.ts'
import { referencePages } from './doc-pages.ts'
import { withSections } from './doc-sections.ts'
import { openapiFile } from './openapi-file.ts'

for (const [path, text] of Object.entries(await referencePages())) writeFileSync(root + path, text)
const { path, text } = await openapiFile()
writeFileSync(root + path, text)
for (const { path, text } of pages()) {
  const written = withSections(path, withCounts(withExamples(text)))
  if (written !== text) writeFileSync(root + path, written)
}
if (process.argv.includes('--suites')) await writeSuites()
// The index comes last, because it quotes the pages that were just written.
writeFileSync(root + indexPath, indexOf(pages()))

async function writeSuites(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vostro-suites-'))
  const vostro: RunVostro = (words) =>
    new Promise((resolve) => {
      const options = { env: { ...process.env, TEST_DIST: '1' } }
      const child = execFile(process.execPath, [`${root}dist/cli/vostro.js`, ...words], options, (_, stdout) =>
        resolve({ code: child.exitCode, stdout }),
      )
    })
  const coverage = await covered(vostro, folder)
  const mutants = await judged(vostro, folder)
  rmSync(folder, { recursive: true })
  const page = readFileSync(root + guidePath, 'utf8')
  const blocks = [...coverage.blocks, ...mutants.blocks]
  writeFileSync(root + guidePath, withRuns(page, blocks, [coverage.table, mutants.table]))
}
