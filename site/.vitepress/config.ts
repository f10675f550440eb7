/** The configuration of the site: anchors as on GitHub, lists of pages at the side, and a search that needs no server. */
import { defineConfig } from 'vitepress'
import { tracePageForVite } from '../../test/build/trace-page.ts'
import { slugOf } from '../../test/docs/doc-files.ts'
import { ANY_BASE } from '../any-base.ts'
import { pictureOf } from '../diagrams.ts'
import { siteLink, sitePages } from '../pages.ts'
import { vostroSources } from '../sources.ts'

/** Pages at the top of each list. They are left out of the rest of the list. */
const SERVICE = 'reference/specification.md'
const VALIDATION = 'reference/validation.md'

/** The position at which the page of all pages names a page; it orders the lists as a reader proceeds. */
const mentionOf = (place: string) => {
  const at = sitePages.find((each) => each.place === 'pages.md')?.text.indexOf(`(${place}`) ?? -1
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

/** The list items of the pages in a folder: first those that the page of all pages names, in its order, then the others by title. */
const itemsIn = (folder: string) =>
  sitePages
    .filter(
      ({ place }) => place.startsWith(`${folder}/`) && ![`${folder}/index.md`, SERVICE, VALIDATION].includes(place),
    )
    .map(({ place, title }) => ({ text: title, link: `/${place}`, at: mentionOf(place) }))
    .sort((one, other) =>
      one.at === other.at ? one.text.localeCompare(other.text, 'en', { numeric: true }) : one.at - other.at,
    )
    .map(({ text, link }) => ({ text, link }))

/** The list item of one page. */
const item = (place: string, text?: string) => {
  const page = sitePages.find((each) => each.place === place)
  if (page === undefined) throw new Error(`Failed to list "${place}": the site has no such page. List one that it has.`)
  return { text: text ?? page.title, link: `/${place}` }
}

/** The items at the top of each list. */
const front = {
  text: 'vostro',
  items: [
    item('index.md', 'What it is'),
    item('start.md'),
    item('playground.md'),
    item(SERVICE, 'Which bank this is'),
    item(VALIDATION, 'What you can validate'),
    item('pages.md'),
  ],
}

/** The name of the search button contains the keys, so that screen readers announce them. */
const SEARCH = 'Search (Ctrl K)'

/** Ignores warnings about comments in packages, which only their authors can fix. */
const onwarn = (warning: { code?: string }, warn: (warning: never) => void) => {
  if (warning.code !== 'INVALID_ANNOTATION') warn(warning as never)
}

export default defineConfig({
  title: 'vostro',
  description: 'The bank in your unit tests: a whole bank API on a virtual clock, inside your own test process.',
  lang: 'en',
  base: ANY_BASE,
  srcDir: '.pages',
  outDir: 'dist',
  cacheDir: '.pages/.cache',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    // Text in angle brackets, such as `<id>`, is not HTML.
    html: false,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slugOf },
    config: (md) => {
      const { fence } = md.renderer.rules
      md.renderer.rules.fence = (tokens, index, ...others) => {
        const { info = '', content = '' } = tokens[index] ?? {}
        return info.trim() === 'mermaid' ? pictureOf(content) : (fence?.(tokens, index, ...others) ?? '')
      }
      md.core.ruler.push('site-links', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : undefined
          const link = name && token.attrGet(name)
          // Skip the link of a heading to itself, which is not a link of the page.
          if (name && link && token.meta?.isPermalinkSymbol !== true && token.attrGet('class') !== 'header-anchor')
            token.attrSet(name, siteLink(env.relativePath, link))
        }
      })
    },
  },
  // The tables of the reference need the room of the outline. The line above the page has a list of its headings.
  transformPageData: ({ relativePath, frontmatter }) => {
    if (!relativePath.startsWith('reference/')) return
    Object.assign(frontmatter, { aside: false, outline: 2, pageClass: 'reference' })
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: { translations: { button: { buttonText: SEARCH, buttonAriaLabel: SEARCH } } },
    },
    nav: [
      { ...item('start.md'), activeMatch: '^/(index|start)?(\\.html)?$' },
      { ...item('guides/calling.md', 'Guides'), activeMatch: '/guides/' },
      { ...item('recipes/index.md', 'Recipes'), activeMatch: '/recipes/' },
      { ...item('reference/endpoints.md', 'Reference'), activeMatch: '/reference/' },
      item('playground.md'),
    ],
    outline: { level: [2, 3] },
    // One open list for each part: collapsible lists have a button within a button, which not every screen reader can press.
    sidebar: {
      '/': [
        front,
        { text: 'Guides', items: itemsIn('guides') },
        {
          text: 'How it is built',
          items: [
            item('architecture.md'),
            item('decisions/index.md'),
            ...itemsIn('decisions'),
            item('contributing.md'),
            item('changelog.md'),
          ],
        },
      ],
      '/recipes/': [
        front,
        { text: 'Recipes', items: [item('recipes/index.md', 'All recipes'), ...itemsIn('recipes')] },
      ],
      '/reference/': [front, { text: 'Reference', items: itemsIn('reference') }],
    },
  },
  vite: {
    publicDir: false,
    plugins: [tracePageForVite],
    resolve: { alias: [...vostroSources] },
    worker: { format: 'es', plugins: () => [tracePageForVite], rollupOptions: { onwarn } },
    build: { rollupOptions: { onwarn } },
  },
})
