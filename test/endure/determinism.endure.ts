/** The same history gives the same bytes in every host zone, locale, module format and version of Node that the machine has. (§1) */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { say } from './progress.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A year of a bank in a few seconds, and its world, journal and timeline as text. */
const history = `
  const bank = createBank({ seed: 42 })
  const { accountNumber } = bank.masterAccount
  const other = bank.partners.add({ name: 'Zweite Ä' })
  bank.webhooks.register({ partnerId: bank.partner.id, eventName: 'Wire.Payment.Sent', callbackUrl: 'https://partner.example/hooks', format: 'Extended' })
  for (let day = 0; day < 370; day++) {
    bank.wires.create({ accountNumber, businessFunctionCode: 'CTR', receiverRoutingNumber: '011000138', beneficiary: { idCode: 'D', identifier: String(day), name: 'Süd Ost ' + day }, amount: 100 + day })
    if (day % 7 === 0) bank.subledgers.create({ masterAccountNumber: accountNumber, title: 'Ünter ' + day })
    if (day % 11 === 0) bank.loans.add({ LoanAmount: '1000.10' })
    if (day % 13 === 0) bank.as(other.id).holds.place({ accountNumber: bank.as(other.id).masterAccount.accountNumber, amount: day + 1 })
    bank.clock.advance({ hours: 25, minutes: day })
  }
  process.stdout.write(JSON.stringify([bank.world, bank.journal, bank.events, bank.timeline(), bank.loans.summary({ Include: 'COUNT(*),SUM(LoanAmount)', OrderBy: 'BorrowerLastName' })]))
`

const formats = {
  ESM: `import { createBank } from '${root}dist/index.js'\n${history}`,
  CommonJS: `const { createBank } = require('${root}dist/index.cjs')\n${history}`,
} as const

/** Other Nodes, as paths: \`ENDURE_NODES=/path/to/node22,/path/to/node24\`. */
const nodes = [process.execPath, ...(process.env['ENDURE_NODES'] ?? '').split(',').filter(Boolean)]
const zones = ['UTC', 'Pacific/Auckland', 'America/New_York', 'Asia/Kathmandu']
const locales = ['C', 'de_DE.UTF-8', 'tr_TR.UTF-8', 'ar_EG.UTF-8', 'ja_JP.UTF-8']

it('gives the same bytes wherever it runs [§1]', () => {
  const cells = nodes.flatMap((node) =>
    zones.flatMap((TZ, index) =>
      (Object.keys(formats) as (keyof typeof formats)[]).map((format) => {
        const LANG = locales[index % locales.length] as string
        return { node, TZ, LANG, format }
      }),
    ),
  )
  const extra = locales.map((LANG) => ({ node: process.execPath, TZ: 'UTC', LANG, format: 'ESM' as const }))

  const hashes = [...cells, ...extra].map(({ node, TZ, LANG, format }) => {
    const type = format === 'ESM' ? 'module' : 'commonjs'
    const text = execFileSync(node, [`--input-type=${type}`, '-e', formats[format]], {
      env: { TZ, LANG, LC_ALL: LANG, PATH: process.env['PATH'] },
      maxBuffer: 1_000_000_000,
    })
    return createHash('sha256').update(text).digest('hex')
  })

  say(
    `${hashes.length} hosts (${nodes.length} Nodes, ${zones.length} zones, ${locales.length} locales, 2 module formats): ${new Set(hashes).size} text`,
  )
  expect(new Set(hashes).size).toBe(1)
})
