/** The keys of the page. */
import { useEffect } from 'preact/hooks'

/** What keys do, by name; `keyNames` says which. */
export type Actions = Readonly<Record<keyof typeof keyNames, () => void>>

/** Each action with its keys, in the order in which the help shows them. */
export const keyNames = {
  next: ['j', 'ArrowDown', 'ArrowRight'],
  previous: ['k', 'ArrowUp', 'ArrowLeft'],
  first: ['Home', 'g'],
  last: ['End', 'G'],
  search: ['/'],
  refusals: ['r'],
  firstDifference: ['d'],
  bank: ['b'],
  theme: ['t'],
  help: ['?'],
  leave: ['Escape'],
} as const

export function useKeys(actions: Actions): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      const isTyping = target instanceof HTMLInputElement && target.type === 'search'
      if (isTyping && event.key === 'Escape') {
        // Else the browser empties the field, which the page does not notice.
        event.preventDefault()
        return target.blur()
      }
      // The slider and a choice have arrows of their own.
      const isOwn =
        isTyping ||
        target instanceof HTMLSelectElement ||
        (target instanceof HTMLInputElement && /^(Arrow|Home|End)/.test(event.key))
      if (isOwn) return
      const found = (Object.keys(keyNames) as (keyof Actions)[]).find((name) =>
        (keyNames[name] as readonly string[]).includes(event.key),
      )
      if (!found) return
      event.preventDefault()
      actions[found]()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}
