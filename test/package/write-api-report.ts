/** Writes the report of the public API; with `--check` it only says whether the one on file is up to date. */
import { readFileSync, writeFileSync } from 'node:fs'
import { apiReport } from './api-report.ts'

const PATH = 'docs/reference/public-api.md'

const report = apiReport()
if (!process.argv.includes('--check')) writeFileSync(PATH, report)
else if (readFileSync(PATH, 'utf8') !== report) {
  process.stderr.write(`${PATH} is not what the source exports. Run \`npm run api\`, and look at its diff.\n`)
  process.exit(1)
}
