/** The index of a folder of traces: a page that lists them by the names of their tests, each with the reason of its failure. */
import { hostProcess, nodeModule } from '../../shell/host/platform.ts'

type Files = typeof import('node:fs')

const INDEX = 'index.html'
/** The name of a test and the reason stand in the first bytes of a page. */
const HEAD = 4_096

/**
 * Lists the traces of a folder; without a trace there is no index. Several processes may write at once, so the folder is read again until
 * it has nothing new.
 */
export function writeIndex(folder: string): void {
  const files = nodeModule('node:fs') as Files
  const part = `${folder}/.index-${hostProcess()?.pid ?? 0}`
  for (let listed: string | undefined; ; ) {
    const names = files.readdirSync(folder).filter((name) => name.endsWith('.html') && name !== INDEX)
    if (names.join() === listed) return
    listed = names.join()
    if (names.length === 0) {
      files.rmSync(`${folder}/${INDEX}`, { force: true })
      continue
    }
    files.writeFileSync(part, indexOf(names.sort().map((name) => rowOf(name, headOf(files, `${folder}/${name}`)))))
    files.renameSync(part, `${folder}/${INDEX}`)
  }
}

/** What was read before, by the path and the time of its last change. */
const heads = new Map<string, string>()

function headOf(files: Files, path: string): string {
  const key = `${path} ${files.statSync(path).mtimeMs}`
  const head = heads.get(key) ?? files.readFileSync(path, 'utf8').slice(0, HEAD)
  heads.set(key, head)
  return head
}

/** What a page says of itself is escaped already. */
function rowOf(name: string, head: string): string {
  const [, title = name] = /<title>([^<]+)</.exec(head) ?? []
  const [, reason] = /<meta name="description" content="([^"]*)"/.exec(head) ?? []
  const told = reason === undefined ? 'passed' : `<span class="failed">${reason}</span>`
  return `<li><a href="${name}">${title}</a><br>${told}</li>`
}

const indexOf = (rows: readonly string[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>Traces</title>
<style>html{background:Canvas}body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}li{margin:.6rem 0}
.failed{color:light-dark(#a11,#f88);overflow-wrap:anywhere}</style></head>
<body><main><h1>Traces</h1><ol>
${rows.join('\n')}
</ol></main></body></html>
`
