/**
 * A real browser: `npm run test:browser`, after `npm run build` and `npm run site`. Headless Chromium opens what runs in a page: a bank
 * behind MSW's service worker, the trace of a test, the page that follows a bank, a partner's page that pays by `npx vostro`, the console
 * by which a person drives that, and the site with its playground. Where no Chromium is installed, it says so and leaves it at that.
 */
import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'
import { driveByConsole } from './console.ts'
import { showsCoverageOnPhone } from './cut.ts'
import { refuseStrangers } from './foreign-page.ts'
import { followBank } from './live-trace.ts'
import { payByPage } from './payment.ts'
import { playThroughServiceWorker } from './service-worker.ts'
import { readSite } from './site.ts'
import { lookAtTraces } from './traces.ts'

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
    await playThroughServiceWorker(browser)
    process.stdout.write('Chromium: the page paid by wire through the service worker, and moved the clock.\n')
    const figures = await lookAtTraces(browser)
    process.stdout.write(`Chromium: the traces did what they must: ${figures}.\n`)
    await showsCoverageOnPhone(browser)
    process.stdout.write('Chromium: the page of coverage can be read on a phone.\n')
    await followBank(browser)
    process.stdout.write('Chromium: the page followed the running bank.\n')
    await refuseStrangers(browser)
    process.stdout.write('Chromium: a page of a stranger got nothing from npx vostro.\n')
    await payByPage(browser)
    process.stdout.write('Chromium: a page paid by npx vostro, was told by its push, and the live trace showed it.\n')
    await driveByConsole(browser)
    process.stdout.write('Chromium: a tester rejected a wire at the desk by clicking, and saw the refund.\n')
    await readSite(browser)
    process.stdout.write('Chromium: the site ran its stories, by mouse and by keyboard, and asked no one else.\n')
  } finally {
    await browser.close()
  }
}
