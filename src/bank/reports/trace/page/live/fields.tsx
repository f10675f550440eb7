/** Makes the fields of a form from a schema, and reads the values in them. An empty field has no value. */
import type { Schema } from './control.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

interface Props {
  /** The path of the value, which is also the name of its field in the form: `body.originator.idCode`. */
  readonly path: string
  readonly schema: Schema
  readonly isNeeded: boolean
  /** The value with which the field opens. */
  readonly start: unknown
  readonly choices: Readonly<Record<string, readonly Choice[]>>
}

export function Field(props: Props) {
  const { path, schema, isNeeded } = props
  const name = path.split('.').at(-1)
  return schema.properties ? (
    <fieldset>
      <legend>{name}</legend>
      <Fields {...props} />
    </fieldset>
  ) : (
    <div class="field">
      <label for={path} title={schema.description}>
        {name}
        {isNeeded && <b aria-hidden="true"> *</b>}
      </label>
      <Input {...props} />
    </div>
  )
}

export function Fields({ path, schema: { properties = {}, required = [] }, isNeeded, start, choices }: Props) {
  const begun = { ...(start as Readonly<Record<string, unknown>> | undefined) }
  return Object.entries(properties).map(([name, schema]) => {
    const isOwnNeeded = isNeeded && required.includes(name)
    return (
      <Field key={name} {...{ path: `${path}.${name}`, schema, isNeeded: isOwnNeeded, start: begun[name], choices }} />
    )
  })
}

function Input({ path, schema, isNeeded: required, start, choices }: Props) {
  const text = start === undefined ? '' : typeof start === 'string' ? start : JSON.stringify(start, null, 2)
  const words = typeOf(schema) === 'boolean' ? [true, false] : schema.enum?.filter((each) => each !== null)
  const known = words?.map((each) => ({ value: String(each), label: String(each) }))
  const chosen = known ?? choices[path.slice(path.indexOf('.') + 1)] ?? []
  const all = { id: path, name: path, required }
  if (chosen.length === 0) {
    const isShort = ['string', 'number', 'integer'].includes(typeOf(schema))
    return isShort ? (
      <input {...all} autocomplete="off" defaultValue={text} />
    ) : (
      <textarea {...all} defaultValue={text} />
    )
  }
  return (
    <select {...all}>
      {!required && <option value="" />}
      {chosen.map(({ value, label }) => (
        <option key={value} value={value} selected={value === text}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** Returns the value in the fields of a schema, or undefined if all are empty. */
export function valueIn(form: HTMLFormElement, schema: Schema, path: string): unknown {
  if (schema.properties) {
    const fields = Object.entries(schema.properties).flatMap(([name, each]) => {
      const value = valueIn(form, each, `${path}.${name}`)
      return value === undefined ? [] : [[name, value] as const]
    })
    return fields.length > 0 ? Object.fromEntries(fields) : undefined
  }
  const text = (form.elements.namedItem(path) as HTMLInputElement | null)?.value.trim() ?? ''
  if (text === '') return undefined
  return typeOf(schema) === 'string' ? text : jsonOr(text)
}

/** Parses a text. A text that is no JSON is returned unchanged, so that the bank's answer can say what is wrong with it. */
function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns the one type that the schema names besides null, or an empty text if it names several types or none. */
function typeOf({ type = [] }: Schema): string {
  const types = [type].flat().filter((each) => each !== 'null')
  return types.length === 1 ? String(types[0]) : ''
}
