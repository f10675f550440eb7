/** The keys of the page, and the help that says what they do. */
import { useEffect, useRef } from 'preact/hooks'

/** Actions by name; `keyNames` has their keys. */
export type Actions = Readonly<Record<keyof typeof keyNames, () => void>>

/** Each action with its keys, in the order in which the help shows them. */
const keyNames = {
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
        // Without this the browser empties the field, and the page does not notice.
        event.preventDefault()
        return target.blur()
      }
      if (hasOwnKeys(target, event.key)) return
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

/** A slider uses arrow keys itself, and a form all keys. */
function hasOwnKeys(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement && target.type === 'range') return /^(Arrow|Home|End)/.test(key)
  return target instanceof Element && target.closest('.call, input, select, textarea') !== null
}

const texts: Readonly<Record<keyof typeof keyNames, string>> = {
  next: 'the next step that is listed',
  previous: 'the step before',
  first: 'the first step',
  last: 'the last step',
  search: 'search',
  refusals: 'refusals only',
  firstDifference: 'the first difference',
  bank: 'the other bank',
  theme: 'dark or light',
  help: 'this help',
  leave: 'close what is open',
}
const forTwo: readonly string[] = ['firstDifference', 'bank']

export function Help({ onClose, hasTwo }: { readonly onClose: () => void; readonly hasTwo: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const names = (Object.keys(keyNames) as (keyof typeof keyNames)[]).filter((name) => hasTwo || !forTwo.includes(name))
  return (
    <dialog ref={dialog} aria-label="Help" onClose={onClose}>
      <h2>Keys</h2>
      <table>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">
                {keyNames[name].map((key) => (
                  <kbd key={key}>{key.replace(/^Arrow/, '')}</kbd>
                ))}
              </th>
              <td>{texts[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>Each step has an address: #step=17. “Copy as a test” gives code that asks the bank for all of this again.</p>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  )
}
