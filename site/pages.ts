/**
 * The pages of the site: those of the documentation as they are, the playground, and a page for each example that one of them links to.
 * They are copied into one folder, in which the path of a page is its address.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, posix } from 'node:path'
import { linksOf, pages, root, targetOf } from '../test/docs/doc-files.ts'

/** Where the pages lie while the site is built. */
const staged = `${root}site/.pages/`

export interface SitePage {
  /** From the root of the repository: `docs/guides/clock.md`. */
  readonly source: string
  /** From the root of the site: `guides/clock.md`. */
  readonly place: string
  readonly title: string
  readonly text: string
}

const documents: readonly SitePage[] = [
  ...pages(),
  { path: 'site/playground.md', text: readFileSync(`${root}site/playground.md`, 'utf8') },
].map(({ path, text }) => ({ source: path, place: placeOf(path), title: titleOf(text), text: withoutNotes(text) }))

/** What the pages link to beside pages: code, which gets a page of its own, and pictures. */
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
  .filter((file) => file.endsWith('.ts') && existsSync(root + file))
  .map((file) => {
    const title = file.replace('docs/examples/', '')
    const code = readFileSync(root + file, 'utf8')
    return {
      source: file,
      place: placeOf(file).replace(/ts$/, 'md'),
      title,
      text: `# ${title}\n\n\`\`\`ts\n${code}\`\`\`\n`,
    }
  })

const pictures = linked.filter((file) => /\.(jpg|png|svg)$/.test(file) && existsSync(root + file))

/** What is read by programs has its place beside the pages: the index for agents, the OpenAPI document, schemas. */
const downloads = linked.filter((file) => /\.(json|txt)$/.test(file) && existsSync(root + file))

/** Every page of the site. */
export const sitePages: readonly SitePage[] = [...documents, ...examples]

/** Copies every page and picture to its place. */
export function stagePages(): void {
  rmSync(staged, { recursive: true, force: true })
  for (const { place, text } of sitePages) {
    mkdirSync(dirname(staged + place), { recursive: true })
    writeFileSync(staged + place, text)
  }
  for (const picture of pictures) cpSync(root + picture, staged + placeOf(picture))
}

/** Copies what is read by programs into the built site. */
export function copyDownloads(built: string): void {
  for (const file of downloads) cpSync(root + file, `${built}/${placeOf(file)}`)
  const index = `${built}/llms.txt`
  // Its links lead to the pages as they are here.
  if (existsSync(index))
    writeFileSync(
      index,
      readFileSync(index, 'utf8')
        .replace(/README\.md|\.md(?=[)#])/g, (end) => (end === '.md' ? '.html' : 'index.html'))
        .replaceAll('(../', '('),
    )
}

/** A link of a page of the repository, as it stands on the same page of the site. */
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

/** `README.md` is the first page of its folder; what lies in `docs` or `site` begins there. */
function placeOf(path: string): string {
  const place = path.replace(/^(docs|site)\//, '').replace(/(^|\/)README\.md$/, '$1index.md')
  return /^[A-Z]+\.md$/.test(place) ? place.toLowerCase() : place
}

/** Comments are for those who change a page. */
function withoutNotes(text: string): string {
  return text.replace(/^<!--.*-->\n+/gm, '')
}

function titleOf(text: string): string {
  return /^# +(.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? 'vostro'
}
