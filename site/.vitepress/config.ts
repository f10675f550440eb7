/** How the site is made of its pages: addresses as on GitHub, a list of pages at the side, a search that asks no one. */
import { defineConfig } from 'vitepress'
import { tracePageForVite } from '../../test/build/trace-page.ts'
import { slugOf } from '../../test/docs/doc-files.ts'
import { ANY_BASE } from '../any-base.ts'
import { pictureOf } from '../diagrams.ts'
import { siteLink, sitePages } from '../pages.ts'
import { vostroSources } from '../sources.ts'

/** A page that stands at the head of each list, and so in no other place of it. */
const VALIDATION = 'reference/validation.md'

/** Where the front page names a page first: in the order of what a reader does. */
const mentionOf = (place: string) => {
  const at = sitePages.find((each) => each.place === 'index.md')?.text.indexOf(`docs/${place}`) ?? -1
  return at < 0 ? Number.POSITIVE_INFINITY : at
}

/** The pages below a folder, as items of the list: those that the front page names in its order, then the others by their titles. */
const itemsIn = (folder: string) =>
  sitePages
    .filter(({ place }) => place.startsWith(`${folder}/`) && ![`${folder}/index.md`, VALIDATION].includes(place))
    .map(({ place, title }) => ({ text: title, link: `/${place}`, at: mentionOf(place) }))
    .sort((one, other) =>
      one.at === other.at ? one.text.localeCompare(other.text, 'en', { numeric: true }) : one.at - other.at,
    )
    .map(({ text, link }) => ({ text, link }))

/** One page of the list. */
const item = (place: string, text?: string) => {
  const page = sitePages.find((each) => each.place === place)
  if (page === undefined) throw new Error(`Failed to list "${place}": the site has no such page. List one that it has.`)
  return { text: text ?? page.title, link: `/${place}` }
}

/** What stands at the head of each list. */
const front = {
  text: 'vostro',
  items: [
    item('index.md', 'What it is'),
    item('start.md'),
    item('playground.md'),
    item(VALIDATION, 'What you can validate'),
  ],
}

/** The keys stand in the name of the button, so that a reader who hears it learns of them, too. */
const SEARCH = 'Search (Ctrl K)'

/** Warnings about comments of packages are for their authors. */
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
    // What stands in angle brackets is text, as `<id>`.
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
          // The link of a heading to itself is none of its page.
          if (name && link && token.meta?.isPermalinkSymbol !== true && token.attrGet('class') !== 'header-anchor')
            token.attrSet(name, siteLink(env.relativePath, link))
        }
      })
    },
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: { translations: { button: { buttonText: SEARCH, buttonAriaLabel: SEARCH } } },
    },
    nav: [
      { ...item('start.md'), activeMatch: '^/(index|start)?(\\.html)?$' },
      { ...item('guides/calling-the-bank.md', 'Guides'), activeMatch: '/guides/' },
      { ...item('recipes/index.md', 'Recipes'), activeMatch: '/recipes/' },
      { ...item('reference/endpoints.md', 'Reference'), activeMatch: '/reference/' },
      item('playground.md'),
    ],
    outline: { level: [2, 3] },
    // A list for each part. Lists that open and close have a button within a button, which not every reader can press.
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
