/**
 * A real browser: `npm run test:browser`, after `npm run build` and `npm run site`. Headless Chromium opens what runs in a page: a bank
 * behind MSW's service worker, the trace of a test, the page that follows a bank, a partner's page that pays by `npx vostro`, the console
 * by which a person drives that, and the site with its playground. Where no Chromium is installed, it says so and leaves it at that. Words
 * after the command choose pages by their names.
 */
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'
import { driveByConsole } from './console.ts'
import { showsCoverageOnPhone } from './cut.ts'
import { refuseStrangers } from './foreign-page.ts'
import { followBank } from './live-trace.ts'
import { payByPage } from './payment.ts'
import { playThroughServiceWorker } from './service-worker.ts'
import { readSite } from './site.ts'
import { lookAtTraces } from './traces.ts'

const pages: Readonly<Record<string, (browser: Browser) => Promise<unknown>>> = {
  'the service worker': playThroughServiceWorker,
  traces: lookAtTraces,
  'coverage on a phone': showsCoverageOnPhone,
  'a running bank': followBank,
  'a page of a stranger': refuseStrangers,
  'a page that pays': payByPage,
  'the console': driveByConsole,
  'the site': readSite,
}
const words = process.argv.slice(2)

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const executablePath = [process.env['CHROMIUM'], ...places].find((path) => path !== undefined && existsSync(path))

if (executablePath === undefined) {
  process.stdout.write(
    'Skipped: no Chromium is installed. Install the package chromium, or set CHROMIUM to its path.\n',
  )
} else {
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-sync',
    '--host-resolver-rules=MAP *.test 127.0.0.1',
  ]
  const browser = await chromium.launch({ executablePath, args })
  try {
    for (const [name, open] of Object.entries(pages)) {
      if (!words.every((word) => name.includes(word))) continue
      const told = await open(browser)
      process.stdout.write(`Chromium: ${name} did what it must${typeof told === 'string' ? `: ${told}` : ''}.\n`)
    }
  } finally {
    await browser.close()
  }
}
