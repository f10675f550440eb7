/** The keys of the page. */
import { useEffect } from 'preact/hooks'

const actionsByKey = new Map<string, keyof Actions>([
  ['j', 'next'],
  ['ArrowDown', 'next'],
  ['ArrowRight', 'next'],
  ['k', 'previous'],
  ['ArrowUp', 'previous'],
  ['ArrowLeft', 'previous'],
  ['/', 'search'],
  ['Escape', 'leave'],
])

type Actions = Readonly<Record<'next' | 'previous' | 'search' | 'leave', () => void>>

export function useKeys(actions: Actions): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      const { target } = event
      const isTyping = target instanceof HTMLInputElement && target.type === 'search'
      if (isTyping && event.key === 'Escape') {
        // By default, the browser would empty the field without an event that the page handles.
        event.preventDefault()
        return target.blur()
      }
      if (hasOwnKeys(target, event.key)) return
      const found = actionsByKey.get(event.key)
      if (!found) return
      event.preventDefault()
      actions[found]()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

/** True if the element handles this key itself: a slider handles arrow keys, and a form field handles all keys. */
function hasOwnKeys(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement && target.type === 'range') return key.startsWith('Arrow')
  return target instanceof Element && target.closest('.call, input, select, textarea') !== null
}
