/** The default theme with the fonts that the reader's system has, as none is fetched, and the playground as a page of its own form. */

import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import './style.css'
import { defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue'

const Playground = defineComponent(() => {
  const place = ref<HTMLElement>()
  let close = () => {}
  // It is for browsers alone, and loaded by those who open its page.
  if (!import.meta.env.SSR) {
    onMounted(async () => {
      const { openPlayground } = await import('../../playground/app.tsx')
      if (place.value) close = openPlayground(place.value)
    })
    onBeforeUnmount(() => close())
  }
  return () => h('div', { ref: place })
})

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => void app.component('playground', Playground),
} satisfies Theme
