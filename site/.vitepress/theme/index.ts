/** The default theme with fonts of the reader's system, so that none is loaded, and a layout for the playground. */

import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import './style.css'
import { defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue'

const Playground = defineComponent(() => {
  const place = ref<HTMLElement>()
  let close = () => {}
  // The playground runs only in a browser, and is loaded only by its own page.
  if (!import.meta.env.SSR) {
    onMounted(async () => {
      const { openPlayground } = await import('../../playground/app.tsx')
      if (place.value) close = openPlayground(place.value)
    })
    onBeforeUnmount(() => close())
  }
  return () => h('div', { ref: place })
})

/** Stands below each page: the footer of the theme is hidden beside a list of pages. */
const footer = () =>
  h(
    'aside',
    { class: 'footer', 'aria-label': 'License' },
    'MIT license. No telemetry: vostro calls only addresses that you name.',
  )

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-after': footer }),
  enhanceApp: ({ app }) => void app.component('playground', Playground),
} satisfies Theme
