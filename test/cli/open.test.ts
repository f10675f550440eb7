/** `vostro --open`: the page from which a person drives the bank. (§4) */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { begunVostro, serveVostro } from '../support/vostro-process.ts'

/** A folder with programs that stand for the browsers of each system: they write down what they are given, and end with `code`. */
function browserThat(code: number) {
  const folder = temporaryFolder()
  for (const name of ['xdg-open', 'open']) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "$@" > ${folder}/opened\nexit ${code}\n`)
    chmodSync(join(folder, name), 0o755)
  }
  const opened = () => readFileSync(join(folder, 'opened'), 'utf8').trim()
  return { environment: { PATH: `${folder}:${process.env['PATH']}` }, opened }
}

it('opens the page that follows the bank in the browser of this machine [§4]', async () => {
  const { environment, opened } = browserThat(0)

  const { controlUrl } = await serveVostro(['--open'], { environment })

  await vi.waitFor(() => expect(opened()).toBe(`${controlUrl}/trace/live`), { timeout: 10_000 })
})

it('prints the address with the token, and opens it without, as other users see the words of a process [§4]', async () => {
  const { environment, opened } = browserThat(0)
  const { until } = await begunVostro(['--open', '--control-token=a-secret-of-this-test'], { environment })

  const text = await until(/Ctrl-C ends it/)

  expect(text).toMatch(/^ {2}console +http:\S+\/_vostro\/trace\/live#token=a-secret-of-this-test$/m)
  await vi.waitFor(() => expect(opened()).toMatch(/\/trace\/live$/), { timeout: 10_000 })
})

it('goes on where no browser opens, and says so [§4]', async () => {
  const { environment } = browserThat(3)

  const served = await serveVostro(['--open'], { environment })

  await vi.waitFor(() => expect(served.log()).toContain('ended with 3. Open it in a browser by hand.'), {
    timeout: 10_000,
  })
  expect((await fetch(`${served.controlUrl}/health`)).status).toBe(200)
})
