/** The keys of the page, and the help dialog that lists them. */
import { useEffect, useRef } from 'preact/hooks'

/** The actions with their keys, in the order of the help dialog. `isForTwo` marks actions that need two banks. */
const keys = {
  next: { names: ['j', 'ArrowDown', 'ArrowRight'], does: 'the next step that is listed' },
  previous: { names: ['k', 'ArrowUp', 'ArrowLeft'], does: 'the step before' },
  first: { names: ['Home', 'g'], does: 'the first step' },
  last: { names: ['End', 'G'], does: 'the last step' },
  search: { names: ['/'], does: 'search' },
  refusals: { names: ['r'], does: 'refusals only' },
  firstDifference: { names: ['d'], does: 'the first difference', isForTwo: true },
  bank: { names: ['b'], does: 'the other bank', isForTwo: true },
  theme: { names: ['t'], does: 'dark or light' },
  help: { names: ['?'], does: 'this help' },
  leave: { names: ['Escape'], does: 'close what is open' },
}

const actionsByKey = new Map(
  Object.entries(keys).flatMap(([action, { names }]) => names.map((name) => [name, action as keyof Actions] as const)),
)

export type Actions = Readonly<Record<keyof typeof keys, () => void>>

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

/** True if the element handles this key itself: a slider handles arrow keys, Home and End, and a form field handles all keys. */
function hasOwnKeys(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement && target.type === 'range') return /^(Arrow|Home|End)/.test(key)
  return target instanceof Element && target.closest('.call, input, select, textarea') !== null
}

export function Help({ onClose, hasTwo }: { readonly onClose: () => void; readonly hasTwo: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const shown = Object.values(keys).filter((each) => hasTwo || !('isForTwo' in each))
  return (
    <dialog ref={dialog} aria-label="Help" onClose={onClose}>
      <h2>Keys</h2>
      <table>
        <tbody>
          {shown.map(({ names, does }) => (
            <tr key={does}>
              <th scope="row">
                {names.map((name) => (
                  <kbd key={name}>{name.replace(/^Arrow/, '')}</kbd>
                ))}
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>Each step has an address: #step=17. “Copy as a test” gives code that replays all of this.</p>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  )
}
