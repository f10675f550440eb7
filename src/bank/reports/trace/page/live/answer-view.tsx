/** Shows the answer to a call. A record whose fields are all texts, such as the credentials, has a copy button for each field. */
import { copyText } from '../as-test.ts'
import { bodyText, Pairs } from '../parts.tsx'

export function AnswerView({ value }: { readonly value: unknown }) {
  const fields = Object.entries(typeof value === 'object' && value !== null ? value : {})
  const isListed = fields.length > 0 && fields.every(([, each]) => typeof each === 'string')
  if (!isListed) return <pre>{value === '' ? 'Done.' : bodyText(value)}</pre>
  return (
    <Pairs
      of={fields.map(([name, text]) => [
        name,
        <>
          {text}{' '}
          <button type="button" onClick={() => copyText(text)} aria-label={`Copy ${name}`}>
            Copy
          </button>
        </>,
      ])}
    />
  )
}
