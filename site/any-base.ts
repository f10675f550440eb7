/**
 * Makes the built site independent of its base path. The site is built for a base path that no server has. Then each occurrence of that
 * path is replaced with code that reads the real one from the page's address. So the same files work at the root and in any folder.
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

/** The base path with which the site is built. */
export const ANY_BASE = '/any-base-of-this-site/'

/** The global variable in which a page stores its real base path. */
const FOUND = 'globalThis.siteBase'

/** Makes the site in a folder work at any base path. */
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

/** Makes the links of a page relative, and adds a script that stores the base path before any other script needs it. */
function freePage(html: string, place: string): string {
  const up = '../'.repeat(place.split('/').length - 1) || './'
  const find = `<script>${FOUND}=new URL(${JSON.stringify(up)},location.href).pathname</script>`
  return html
    .replace(/(?<=<script>).*?(?=<\/script>)/gs, freeScript)
    .replaceAll(`="${ANY_BASE}`, `="${up}`)
    .replace('<head>', `<head>${find}`)
}

/** Makes a script read the base path that the page has stored. */
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

/** Makes a string or template literal read the base path. */
function freeLiteral(literal: string): string {
  if (!literal.includes(ANY_BASE)) return literal
  const quote = literal[0]
  if (quote !== '"' && quote !== "'") return literal.replaceAll(ANY_BASE, `\${${FOUND}}`)
  return `(${literal.replaceAll(ANY_BASE, `${quote}+${FOUND}+${quote}`)})`
}
