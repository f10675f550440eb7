/** Draws the diagrams of the documentation as SVG in the page, with the colours of `site/.vitepress/theme/style.css`. */
import { renderMermaidSVG } from 'beautiful-mermaid'

/** Returns the HTML of a diagram. */
export function pictureOf(diagram: string): string {
  const svg = renderMermaidSVG(diagram, { transparent: true })
    // Remove its styles: they load a font from another server, and the site has its own.
    .replace(/<style>.*?<\/style>/s, '')
    // A phone shows it somewhat smaller, and not so small that nobody can read it.
    .replace(
      /(?<=width="([\d.]+)" [^>]*)style="[^"]*"/,
      (_, width) => `style="min-width: ${Math.floor(width * 0.78)}px"`,
    )
    .replace(/\n\s*\n/g, '\n')
  return `<figure class="diagram" tabindex="0" aria-label="Diagram" role="group" v-pre>${svg}</figure>\n`
}
