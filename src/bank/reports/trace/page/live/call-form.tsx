/** The form of a call of the control API: the parameters of its path and query, and the fields of its body. */
import type { TargetedSubmitEvent } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { AnswerView } from './answer-view.tsx'
import { type Answered, bodyOf, type Call, type Given, type Schema } from './control.ts'
import { type Choice, Field, Fields, valueIn } from './fields.tsx'

export interface Asking {
  /** Differs each time that a form opens, so that a new form is rendered. */
  readonly number: number
  readonly call: Call
  readonly label: string
  /** The body with which the form opens. */
  readonly start: object | undefined
  readonly choices: Readonly<Record<string, readonly Choice[]>>
}

interface Props extends Asking {
  readonly ask: (call: Call, given: Given) => Promise<Answered>
  readonly close: () => void
}

export function CallForm({ call, label, start, choices, ask, close }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [answered, setAnswered] = useState<Answered | undefined>()
  useEffect(() => dialog.current?.showModal(), [])
  const body = bodyOf(call)?.schema
  const Body = body?.properties ? Fields : Field
  const isInquiry = call.method === 'GET'
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const answer = await ask(call, givenIn(event.currentTarget, call))
    if (answer.isDone && !isInquiry) dialog.current?.close()
    else setAnswered(answer)
  }
  return (
    <dialog ref={dialog} class="call" aria-label={label} onClose={close}>
      <form onSubmit={submit}>
        <h2>{label}</h2>
        <p class="none">{call.summary}</p>
        <Fields path="named" schema={addressOf(call)} isNeeded start={undefined} choices={choices} />
        {body && <Body {...{ path: 'body', schema: body, isNeeded: body.properties !== undefined, start, choices }} />}
        {answered && (
          <div class={answered.isDone ? '' : 'refusal'} role={answered.isDone ? 'status' : 'alert'}>
            <AnswerView value={answered.value} />
          </div>
        )}
        <p class="buttons">
          <button type="submit">{isInquiry ? 'Ask' : 'Do it'}</button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </p>
      </form>
    </dialog>
  )
}

/** Returns the parameters of a call's path and query as one schema. */
const addressOf = ({ parameters = [] }: Call): Schema => ({
  properties: Object.fromEntries(parameters.map(({ name, schema, description }) => [name, { ...schema, description }])),
  required: parameters.filter((each) => each.in === 'path').map(({ name }) => name),
})

function givenIn(form: HTMLFormElement, call: Call): Given {
  const named = (valueIn(form, addressOf(call), 'named') ?? {}) as Given['named']
  const schema = bodyOf(call)?.schema
  return { named, body: schema && valueIn(form, schema, 'body') }
}
