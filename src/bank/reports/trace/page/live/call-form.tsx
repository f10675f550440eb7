/** The form of a call of the control API: the parameters of its path and query, and the fields of its body. */
import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type FaultKind, faultKinds } from '../../../../../core/faults/fault-kinds.ts'
import { bodyText, capital } from '../parts.tsx'
import { type Answered, bodyOf, type Call, type Given, type Schema } from './control.ts'
import { type Choice, Fields, leavesOf, valueIn } from './fields.tsx'

export interface Asking {
  /** Differs each time that a form opens, so that a new form is rendered. */
  readonly number: number
  readonly call: Call
  readonly label: string
  /** The parameters of the path that are known. */
  readonly named: Given['named']
  /** The body with which the form opens. */
  readonly start: object | undefined
  readonly choices: Readonly<Record<string, readonly Choice[]>>
  readonly close: () => void
}

interface Props extends Asking {
  readonly ask: (call: Call, given: Given) => Promise<Answered>
}

export function CallForm({ call, label, named, start, choices, ask, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [answered, setAnswered] = useState<Answered | undefined>()
  const [kind, setKind] = useState((start as { fault?: FaultKind } | undefined)?.fault)
  const body = bodyOf(call)?.schema
  const address = addressOf(call, named)
  const leaves = [
    ...leavesOf('named', address, true),
    ...(body ? leavesOf('body', body, true, start).filter(({ path }) => !kind || isTaken(path, kind)) : []),
  ]
  const verb = capital(call.operationId.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
  const isInquiry = call.method === 'GET'
  const make = async (given: Given) => {
    const answer = await ask(call, given)
    if (answer.isDone && !isInquiry) dialog.current?.close()
    else setAnswered(answer)
  }
  useEffect(() => {
    dialog.current?.showModal()
    if (isInquiry && leaves.length === 0) make({ named })
  }, [])
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = valueIn(form, address, 'named') as Given['named'] | undefined
    make({ named: { ...given, ...named }, body: body && valueIn(form, body, 'body') })
  }
  return (
    <dialog ref={dialog} class="call" aria-label={label} onClose={close}>
      <form onSubmit={submit}>
        <h2>{label}</h2>
        <p class="none">{kind ? faultKinds[kind].means : call.summary}</p>
        <Fields
          leaves={leaves}
          choices={choices}
          changed={(path, value) => path === 'body.fault' && setKind(value as FaultKind)}
        />
        {answered && (
          <div class={answered.isDone ? '' : 'refusal'} role={answered.isDone ? 'status' : 'alert'}>
            <pre>{bodyText(answered.value) || 'Done.'}</pre>
          </div>
        )}
        <p class="buttons">
          {(!isInquiry || leaves.length > 0) && <button type="submit">{verb}</button>}
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </p>
      </form>
    </dialog>
  )
}

/** Returns the parameters of a call's path and query as one schema, without those that are known. */
function addressOf({ parameters = [] }: Call, known: Given['named']): Schema {
  const asked = parameters.filter(({ name }) => !(name in known))
  return {
    properties: Object.fromEntries(asked.map(({ name, schema, description }) => [name, { ...schema, description }])),
    required: asked.filter((each) => each.in === 'path').map(({ name }) => name),
  }
}

/** What a fault strikes, as its field says where. */
const places = { request: 'endpoint', push: 'event', batch: '' }

/** Whether a kind of fault takes the field at this path. */
function isTaken(path: string, kind: FaultKind): boolean {
  const { strikes, takes = [] } = faultKinds[kind]
  return ['fault', 'nth', 'uses', 'for', places[strikes], ...takes].includes(path.split('.')[1] ?? '')
}
