/** Makes the fields of a form from a schema, and reads the values in them. An empty field has no value. */
import type { GenericEventHandler } from 'preact'
import { useState } from 'preact/hooks'
import { money } from '../parts.tsx'
import type { Schema } from './control.ts'

export interface Choice {
  readonly value: string
  readonly label: string
}

type Choices = Readonly<Record<string, readonly Choice[]>>

/** A value that a form asks for. */
interface Leaf {
  /** The path of the value, which is also the name of its field in the form: `body.originator.idCode`. */
  readonly path: string
  readonly schema: Schema
  readonly isNeeded: boolean
  /** The text with which the field opens. */
  readonly start: string
}

export function leavesOf(path: string, schema: Schema, isNeeded: boolean, start?: unknown): Leaf[] {
  const { properties, required = [] } = schema
  if (!properties) {
    const text = start === undefined ? '' : typeof start === 'string' ? start : JSON.stringify(start, null, 2)
    return [{ path, schema, isNeeded: isNeeded && path !== 'body', start: text }]
  }
  const begun = { ...(start as Readonly<Record<string, unknown>> | undefined) }
  return Object.entries(properties).flatMap(([name, each]) =>
    leavesOf(`${path}.${name}`, each, isNeeded && required.includes(name), begun[name]),
  )
}

/** The fields that a person looks for, in this order. */
const first = [/\bamount$/, /ccountNumber$/, /^body\.(?:\w*(?<!Fi)\.)?name$/]
const rankOf = ({ path }: Leaf) => [...first, /./].findIndex((each) => each.test(path))

/** A form of more fields than the first number folds nested fields, and one of more than the second all that have a value or need none. */
const [MANY, LONG] = [8, 20]

interface Props {
  readonly leaves: readonly Leaf[]
  readonly choices: Choices
  readonly changed: (path: string, value: string) => void
}

export function Fields({ leaves, choices, changed }: Props) {
  const isFolded = (leaf: Leaf) =>
    leaves.length > MANY &&
    rankOf(leaf) === first.length &&
    !(leaf.isNeeded && leaf.start === '') &&
    (leaves.length > LONG || leaf.path.split('.').length > 2)
  const ordered = [...leaves].sort((one, other) => rankOf(one) - rankOf(other))
  const fieldOf = (leaf: Leaf) => <Field key={leaf.path} {...{ leaf, choices, changed }} />
  const folded = ordered.filter(isFolded)
  return (
    <>
      {ordered.filter((leaf) => !isFolded(leaf)).map(fieldOf)}
      {folded.length > 0 && (
        // A browser says nothing of a wrong value in a field that is folded away.
        <details onInvalidCapture={({ currentTarget }) => currentTarget.toggleAttribute('open', true)}>
          <summary>
            More fields <small>{folded.length}</small>
          </summary>
          {folded.map(fieldOf)}
        </details>
      )}
    </>
  )
}

interface FieldProps extends Pick<Props, 'choices' | 'changed'> {
  readonly leaf: Leaf
}

const isAmountIn = ({ path, schema }: Pick<Leaf, 'path' | 'schema'>) =>
  /amount/i.test(path.slice(path.indexOf('.'))) && typeOf(schema) === 'integer'

/** How a number is written. Every other way could mean another number: 250.00 is 25000 cents. */
const numbers: Readonly<Record<string, RegExp>> = { integer: /^-?\d+$/, number: /^-?\d+(?:\.\d+)?$/ }

/** Says why the text of a field is no value of its schema; undefined if it is one, or if only the bank can tell. */
export function problemOf(leaf: Pick<Leaf, 'path' | 'schema'>, text: string): string | undefined {
  const given = text.trim()
  if (given === '' || (numbers[typeOf(leaf.schema)]?.test(given) ?? true)) return undefined
  if (!isAmountIn(leaf)) return 'Write digits only.'
  const shown = /^[\d,]*\d\.\d\d$/.test(given) ? given : '250.00'
  return `Write digits only: ${shown} is ${Number(shown.replace(/\D/g, ''))}.`
}

function Field({ leaf, choices, changed }: FieldProps) {
  const { path, schema, isNeeded, start } = leaf
  const [text, setText] = useState(start)
  const name = path.slice(path.indexOf('.') + 1)
  const isAmount = isAmountIn(leaf)
  const hint = problemOf(leaf, text) ?? (isAmount && /^\d{1,15}$/.test(text.trim()) && money(Number(text)))
  return (
    <div class="field">
      <label for={path} title={schema.description}>
        {name.replaceAll('.', ' ')}
        {isNeeded && <b aria-hidden="true"> *</b>}
        {isAmount && <small> in cents</small>}
      </label>
      <Input
        {...{ leaf, choices }}
        changed={(field) => {
          field.setCustomValidity(problemOf(leaf, field.value) ?? '')
          setText(field.value)
          changed(path, field.value)
        }}
      />
      {hint && <output for={path}>{hint}</output>}
    </div>
  )
}

interface InputProps extends Pick<FieldProps, 'leaf' | 'choices'> {
  readonly changed: (field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement) => void
}

function Input({ leaf: { path, schema, isNeeded: required, start }, choices, changed }: InputProps) {
  const words = typeOf(schema) === 'boolean' ? [true, false] : schema.enum?.filter((each) => each !== null)
  const known = words?.map((each) => ({ value: String(each), label: String(each) }))
  const chosen = known ?? choices[path.slice(path.indexOf('.') + 1)] ?? []
  const onInput: GenericEventHandler<Parameters<typeof changed>[0]> = ({ currentTarget }) => changed(currentTarget)
  const all = { id: path, name: path, required, onInput }
  if (chosen.length === 0) {
    const isShort = ['string', 'number', 'integer'].includes(typeOf(schema))
    return isShort ? (
      <input {...all} autocomplete="off" defaultValue={start} />
    ) : (
      <textarea {...all} defaultValue={start} />
    )
  }
  return (
    <select {...all}>
      {!required && <option value="" />}
      {chosen.map(({ value, label }) => (
        <option key={value} value={value} selected={value === start}>
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
  const type = typeOf(schema)
  return type === 'string' ? text : type in numbers ? Number(text) : jsonOr(text)
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
