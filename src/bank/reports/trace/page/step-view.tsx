/** The pane of the selected step: its facts, its request, and its changes. */
import type { BankTrace, Change, Step, TracedRequest } from '../trace-data.ts'
import { linesOf } from './lines.ts'
import { bodyText, day, Folded, Pairs, Section, scrolled, time } from './parts.tsx'
import { LineView } from './step-list.tsx'
import type { View } from './view.ts'

export function StepView({ bank, place: { step: number }, setPayment }: View) {
  const step = bank.steps[number] as Step
  const request = step.request === undefined ? undefined : bank.requests[step.request]
  const lines = linesOf(step)
  return (
    <section {...scrolled} class="pane pane-step" aria-label={`Step ${number}`}>
      <h2>
        Step {number}{' '}
        <small>
          {day(step.at)} {time(step.at)}
        </small>
      </h2>
      <ul class="told">
        {lines.map((line, index) => {
          const { payment } = line
          return (
            <li key={index}>
              {payment === undefined ? (
                <LineView line={line} {...(index === 0 ? step : {})} />
              ) : (
                <button type="button" class="plain" onClick={() => setPayment(payment)} title="Show the payment">
                  <LineView line={line} />
                </button>
              )}
            </li>
          )
        })}
      </ul>
      {request && <RequestView key={request.id} request={request} bank={bank} />}
      <Changes changes={step.changes} more={step.more ?? 0} />
    </section>
  )
}

function Changes({ changes, more }: { readonly changes: readonly Change[]; readonly more: number }) {
  if (changes.length === 0) return <p class="none">Nothing in the bank changed.</p>
  return (
    <Section name="Changes" count={changes.length + more}>
      <table class="changes">
        <tbody>
          {changes.map(({ of, field, from, to }, index) => (
            <tr key={index}>
              {of === changes[index - 1]?.of ? <td /> : <th scope="row">{of}</th>}
              <td>{field ?? ''}</td>
              <td>
                {from !== undefined && <del>{from}</del>} {to !== undefined && <ins>{to}</ins>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="none">and {more} more</p>}
    </Section>
  )
}

function RequestView({ request, bank }: { readonly request: TracedRequest; readonly bank: BankTrace }) {
  const { method, url, headers, body, status, answer, fault, isDeprecated, id } = request
  const assumptions = request.assumptions.map((index) => bank.assumptions[index]).filter((each) => each !== undefined)
  const findings = request.findings.map((index) => bank.findings[index]).filter((each) => each !== undefined)
  return (
    <section class="request" aria-label="Request">
      <h3>
        Request <small>{id}</small>
      </h3>
      <p class="url">
        <b>{method}</b> {url}
      </p>
      <p>
        <b class={status >= 400 || status === 0 ? 'refusal' : ''}>{status === 0 ? 'no answer' : status}</b>
        {isDeprecated && <em class="injected">deprecated</em>}
        {fault !== undefined && <em class="injected">fault {fault}</em>}
      </p>
      {findings.map(({ rule, text }) => (
        <p class="finding" key={rule}>
          <b>{rule}</b> {text}
        </p>
      ))}
      <Folded name="Headers" count={Object.keys(headers).length}>
        <Pairs of={Object.entries(headers)} />
      </Folded>
      <Body name="Body" body={body} isOpen />
      <Body name="Answer" body={answer} isOpen={status >= 400} />
      {assumptions.length > 0 && (
        <Folded name="Assumptions that calls of this kind rest on" count={assumptions.length}>
          <Pairs of={assumptions.map(({ id: name, ...rest }) => [name, <Assumed key={name} {...rest} />])} />
        </Folded>
      )}
    </section>
  )
}

function Assumed({ value, section, provenance }: Omit<BankTrace['assumptions'][number], 'id'>) {
  return (
    <>
      {bodyText(value)}{' '}
      <small>
        {section}, {provenance}
      </small>
    </>
  )
}

function Body({ name, body, isOpen }: { readonly name: string; readonly body: unknown; readonly isOpen: boolean }) {
  const text = bodyText(body)
  if (text === '') return <p class="none">{name === 'Body' ? 'No body.' : 'The answer has no body.'}</p>
  return (
    <details open={isOpen}>
      <summary>{name}</summary>
      <pre {...scrolled}>{text}</pre>
    </details>
  )
}
