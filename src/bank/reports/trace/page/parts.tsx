/** Parts that the panes of the page share. */
import type { ComponentChildren } from 'preact'

interface SectionProps {
  readonly name: string
  /** For readers of screens; by default the name. */
  readonly label?: string
  readonly count: number
  /** Stands in the place of an empty list. */
  readonly none?: string
  readonly children: ComponentChildren
}

/** A list or table with its heading, and how much it has. */
export function Section({ name, label = name, count, none, children }: SectionProps) {
  return (
    <section aria-label={label}>
      <h3>
        {name} <small>{count}</small>
      </h3>
      {count === 0 && none !== undefined ? <p class="none">{none}</p> : children}
    </section>
  )
}

/** The step at which a drawing of all steps was clicked. */
export function stepAt(event: MouseEvent & { readonly currentTarget: Element }, size: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect()
  return Math.floor(((event.clientX - left) / width) * size)
}
