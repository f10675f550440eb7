/** The help: which keys do what. */
import { useEffect, useRef } from 'preact/hooks'
import { keyNames } from './keys.ts'

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
      <p>
        Each step has an address: #step=17. “Copy as a test” gives all that was asked of the bank as code that does it
        again.
      </p>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  )
}
