/** The configuration of the site: anchors as on GitHub, lists of pages at the side, and a search that needs no server. */
import { defineConfig } from 'vitepress'
import { tracePageForVite } from '../../test/build/trace-page.ts'
import { slugOf } from '../../test/docs/doc-files.ts'
import { ANY_BASE } from '../any-base.ts'
import { pictureOf } from '../diagrams.ts'
import { siteLink, sitePages } from '../pages.ts'
import { vostroSources } from '../sources.ts'

/** The groups of the page of all pages, in its order: the lists at the side are made of them. */
const groups = (sitePages.find(({ place }) => place === 'pages.md')?.text ?? '')
  .split(/^## /m)
  .slice(1)
  .map((group) => {
    const [title = '', ...lines] = group.split('\n')
    const items = [...lines.join('\n').matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, text = '', link = '']) => ({
      text: text.replaceAll('`', ''),
      link: siteLink('pages.md', link).replace('./', '/'),
    }))
    return { text: title, items }
  })

/** The list of one group. */
function groupOf(title: string) {
  const group = groups.find(({ text }) => text === title)
  if (group === undefined) throw new Error(`Failed to list "${title}": docs/pages.md has no such group.`)
  return group
}

/** The groups that have a list of their own. All others are guides. */
const ofOwn = ['Begin', 'Recipes', 'Reference']
const guides = groups.filter(({ text }) => !ofOwn.includes(text))

/** The list item of one page. */
const item = (place: string, text?: string) => {
  const page = sitePages.find((each) => each.place === place)
  if (page === undefined) throw new Error(`Failed to list "${place}": the site has no such page. List one that it has.`)
  return { text: text ?? page.title, link: `/${place}` }
}

/** What a reader of the guides needs beside them: the recipe of a runner, and the versions that work. */
const beside = {
  text: 'With your runner',
  items: [
    item('recipes/vitest.md'),
    item('recipes/jest.md'),
    item('recipes/playwright.md'),
    item('recipes/browser.md'),
    item('recipes/index.md', 'All recipes'),
    item('reference/versions.md'),
  ],
}

/** The items at the top of each list. */
const front = {
  text: 'Begin',
  items: [
    item('index.md', 'What it is'),
    item('playground.md', 'Try it in the browser'),
    ...groupOf('Begin').items,
    item('pages.md'),
  ],
}

/** The name of the search button contains the keys, so that screen readers announce them. */
const SEARCH = 'Search (Ctrl K)'

/** The name of the link of the page for addresses that lead nowhere. */
const HOME = 'What vostro is'

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
      { ...item('start.md', 'Ten minutes'), activeMatch: '^/(index|start)?(\\.html)?$' },
      { ...item('guides/calling.md', 'Guides'), activeMatch: '/guides/' },
      { ...item('recipes/index.md', 'Recipes'), activeMatch: '/recipes/' },
      { ...item('reference/endpoints.md', 'Reference'), activeMatch: '/reference/' },
      item('playground.md'),
    ],
    outline: { level: [2, 3] },
    notFound: {
      title: 'No such page',
      quote: 'Try the search: it may have moved.',
      linkText: HOME,
      linkLabel: HOME,
    },
    // One open list for each part: collapsible lists have a button within a button, which not every screen reader can press.
    sidebar: {
      '/': [front, ...guides.slice(0, 1), beside, ...guides.slice(1)],
      '/recipes/': [front, groupOf('Recipes')],
      '/reference/': [front, groupOf('Reference')],
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
