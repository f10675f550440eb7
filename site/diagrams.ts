/** Diagrams of the documentation as pictures in the page, in its own colours: `site/.vitepress/theme/style.css` has them. */
import { renderMermaidSVG } from 'beautiful-mermaid'

/** The picture of a diagram. */
export function pictureOf(diagram: string): string {
  const svg = renderMermaidSVG(diagram, { transparent: true })
    // Its style names a font of another server, and a page takes no style from its text.
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/ style="[^"]*"/, '')
    .replace(/\n\s*\n/g, '\n')
  return `<figure class="diagram" tabindex="0" aria-label="Diagram" role="group" v-pre>${svg}</figure>\n`
}
