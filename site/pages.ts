/**
 * The pages of the site: the unchanged pages of the package, a front page, the playground, and a page for each example that a page links
 * to. Pages for those who change vostro are in the repository alone.
 * They are copied into one folder, in which the path of a page is its address.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { isPacked, linksOf, pages, root, targetOf } from '../test/docs/doc-files.ts'

/** The folder of the pages while the site is built. */
const staged = `${root}site/.pages/`

export interface SitePage {
  /** From the root of the repository: `docs/guides/clock.md`. */
  readonly source: string
  /** From the root of the site: `guides/clock.md`. */
  readonly place: string
  readonly title: string
  readonly text: string
}

/** What agents read, as it is. */
const skill = 'skills/vostro/SKILL.md'

/** Pages of the site alone: its front page, in the place of the README, and the playground. */
const ownPages = ['site/index.md', 'site/playground.md'].map((path) => ({
  path,
  text: readFileSync(root + path, 'utf8'),
}))

const documents: readonly SitePage[] = [
  ...pages().filter(({ path }) => isPacked(path) && path !== 'README.md' && path !== skill),
  ...ownPages,
].map(({ path, text }) => ({ source: path, place: placeOf(path), title: titleOf(text), text: withoutNotes(text) }))

/** The files other than pages that the pages link to: code, which gets a page of its own, pictures, and downloads. */
const linked = [
  ...new Set(
    documents.flatMap(({ source, text }) =>
      linksOf(text)
        .filter((link) => !link.startsWith('https:'))
        .map((link) => targetOf(source, link).file)
        .filter((file) => !file.endsWith('.md')),
    ),
  ),
]

const examples: readonly SitePage[] = linked
  .filter((file) => /\.(ts|mjs)$/.test(file) && existsSync(root + file))
  .map((file) => {
    const title = file.replace('docs/examples/', '')
    const code = readFileSync(root + file, 'utf8')
    return {
      source: file,
      place: placeOf(file).replace(/m?[jt]s$/, 'md'),
      title,
      text: `# ${title}\n\n\`\`\`${file.endsWith('.ts') ? 'ts' : 'js'}\n${code}\`\`\`\n`,
    }
  })

const pictures = linked.filter((file) => /\.(jpg|png|svg)$/.test(file) && existsSync(root + file))

/** Files for programs: the index for agents, the OpenAPI document, schemas. */
const downloads = [...linked.filter((file) => /\.(json|txt)$/.test(file) && existsSync(root + file)), skill]

/** Every page of the site. */
export const sitePages: readonly SitePage[] = [...documents, ...examples]

/** Copies every page and picture into the folder from which the site is built. */
export function stagePages(): void {
  rmSync(staged, { recursive: true, force: true })
  for (const { place, text } of sitePages) {
    mkdirSync(dirname(staged + place), { recursive: true })
    writeFileSync(staged + place, text)
  }
  for (const picture of pictures) cpSync(root + picture, staged + placeOf(picture))
}

/** Copies the files for programs into the built site. */
export function copyDownloads(built: string): void {
  for (const file of downloads) cpSync(root + file, `${built}/${placeOf(file)}`)
  // Change the links of what agents read to lead to the HTML pages.
  for (const file of [`${built}/llms.txt`, `${built}/${skill}`].filter((each) => existsSync(each)))
    writeFileSync(
      file,
      readFileSync(file, 'utf8')
        .replace(/README\.md|(?<!SKILL)\.md(?=[)#])/g, (end) => (end === '.md' ? '.html' : 'index.html'))
        .replaceAll('(../../docs/', '(../../')
        .replaceAll('(../skills', '(skills'),
    )
}

/** Converts a link of a page in the repository to the link on the same page of the site. */
export function siteLink(place: string, link: string): string {
  if (/^https?:/.test(link)) return link
  const page = sitePages.find((each) => each.place === place)
  const { file, anchor } = targetOf(page?.source ?? place, link)
  const target = sitePages.find(({ source }) => source === file)
  if (target === undefined && !pictures.includes(file) && !downloads.includes(file)) {
    throw new Error(
      `Failed to link "${link}" on ${page?.source ?? place}: the site has no page of ${file}. Link to a page, a picture, an example, or a .json or .txt file.`,
    )
  }
  const path = posix.relative(posix.dirname(place), target?.place ?? placeOf(file))
  return `./${path}${anchor === undefined ? '' : `#${anchor}`}`
}

/** Returns the path of a page in the site: `README.md` becomes the index of its folder, and `docs` or `site` is left out. */
function placeOf(path: string): string {
  const place = path.replace(/^(docs|site)\//, '').replace(/(^|\/)README\.md$/, '$1index.md')
  return /^[A-Z]+\.md$/.test(place) ? place.toLowerCase() : place
}

/** Removes HTML comments, which are for authors of the page only. */
function withoutNotes(text: string): string {
  return text.replace(/^ *<!--.*-->\n+/gm, '')
}

function titleOf(text: string): string {
  return /^# +(.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? 'vostro'
}
