/**
 * A site for every base path. It is built for one that no server has; afterwards each mention of it becomes what the page finds out by
 * itself, from its own address. So the same files work at the root of a server and below any folder.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import {
  createSourceFile,
  forEachChild,
  isLiteralExpression,
  isTemplateLiteralToken,
  type Node,
  ScriptTarget,
} from 'typescript'

/** The base path for which the site is built. */
export const ANY_BASE = '/any-base-of-this-site/'

/** What the pages call the base path that they found. */
const FOUND = 'globalThis.siteBase'

/** Lets the site in a folder work below any base path. */
export function freeOfBase(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const place = path.replaceAll('\\', '/')
    const free = place.endsWith('.html') ? freePage : /\.js$/.test(place) ? freeScript : undefined
    if (free === undefined) continue
    const text = free(readFileSync(`${folder}/${place}`, 'utf8'), place)
    if (text.includes(ANY_BASE)) {
      const at = text.indexOf(ANY_BASE)
      throw new Error(
        `Failed to free "${place}" of its base path: it has ${text.slice(Math.max(0, at - 60), at + 80)}. Say in site/any-base.ts how this is written.`,
      )
    }
    writeFileSync(`${folder}/${place}`, text)
  }
}

/** A page names what it needs from its own place on, and finds the base path before anything asks for it. */
function freePage(html: string, place: string): string {
  const up = '../'.repeat(place.split('/').length - 1) || './'
  const find = `<script>${FOUND}=new URL(${JSON.stringify(up)},location.href).pathname</script>`
  return html
    .replace(/(?<=<script>).*?(?=<\/script>)/gs, freeScript)
    .replaceAll(`="${ANY_BASE}`, `="${up}`)
    .replace('<head>', `<head>${find}`)
}

/** Scripts ask for the base path that the page has found. */
function freeScript(code: string): string {
  if (!code.includes(ANY_BASE)) return code
  const file = createSourceFile('script.js', code, ScriptTarget.Latest)
  const parts: string[] = []
  let end = 0
  const visit = (node: Node): void => {
    const text = code.slice(node.getStart(file), node.getEnd())
    if (isLiteralExpression(node) || isTemplateLiteralToken(node)) {
      parts.push(code.slice(end, node.getStart(file)), freeLiteral(text))
      end = node.getEnd()
    } else forEachChild(node, visit)
  }
  visit(file)
  return parts.join('') + code.slice(end)
}

/** A text, in whatever quotes it stands. */
function freeLiteral(literal: string): string {
  if (!literal.includes(ANY_BASE)) return literal
  const quote = literal[0]
  if (quote !== '"' && quote !== "'") return literal.replaceAll(ANY_BASE, `\${${FOUND}}`)
  return `(${literal.replaceAll(ANY_BASE, `${quote}+${FOUND}+${quote}`)})`
}
