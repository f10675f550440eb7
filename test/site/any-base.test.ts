import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ANY_BASE, freeOfBase } from '../../site/any-base.ts'
import { deadLinksIn } from '../../site/dead-links.ts'

/** Writes files into a folder, and removes it when the test has ended. */
function withFiles(files: Record<string, string>, act: (folder: string, read: (name: string) => string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), 'vostro-site-'))
  try {
    mkdirSync(join(folder, 'guides'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    act(folder, (name) => readFileSync(join(folder, name), 'utf8'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('lets scripts find the base path, in whatever quotes it stands [§1]', () => {
  const script = `f("${ANY_BASE}a.js",'{"id":"${ANY_BASE}b"}',\`${ANY_BASE}\${c}\`,/"/)`

  withFiles({ 'app.js': script }, (folder, read) => {
    freeOfBase(folder)

    expect(read('app.js')).toBe(
      `f((""+globalThis.siteBase+"a.js"),('{"id":"'+globalThis.siteBase+'b"}'),\`\${globalThis.siteBase}\${c}\`,/"/)`,
    )
  })
})

it('lets a page name its files from its own place on [§1]', () => {
  const page = `<head></head><script src="${ANY_BASE}a.js"></script><script>base=JSON.parse("\\"${ANY_BASE}\\"")</script>`

  withFiles({ 'guides/clock.html': page }, (folder, read) => {
    freeOfBase(folder)

    expect(read('guides/clock.html')).toBe(
      '<head><script>globalThis.siteBase=new URL("../",location.href).pathname</script></head>' +
        '<script src="../a.js"></script><script>base=JSON.parse(("\\""+globalThis.siteBase+"\\""))</script>',
    )
  })
})

it('ends a build that has the base path where it cannot be found [§7]', () => {
  withFiles({ 'index.html': `<p title='${ANY_BASE}'>` }, (folder) => {
    expect(() => freeOfBase(folder)).toThrow(
      /Failed to free "index\.html" of its base path: it has <p title='\/any-base/,
    )
  })
})

it('names each link that leads to no file, or to no heading of one [§7]', () => {
  const pages = {
    'index.html': '<a href="./guides/a.html#there"></a><a href="./guides/a.html#gone"></a><a href="#top"></a>',
    'guides/a.html':
      '<h1 id="there"></h1><a href="../index.html"></a><img src="./none.jpg"><a href="https://a.example">',
  }

  withFiles(pages, (folder) => {
    expect(deadLinksIn(folder).sort()).toEqual([
      'guides/a.html: ./none.jpg',
      'index.html: #top',
      'index.html: ./guides/a.html#gone',
    ])
  })
})
