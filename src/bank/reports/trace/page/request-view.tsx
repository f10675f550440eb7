/** A request, opened: its headers and body, the answer, what it rested on, and the findings that name it. */
import type { BankTrace, TracedRequest } from '../trace-data.ts'
import { bodyText } from './format.ts'

export function RequestView({ request, bank }: { readonly request: TracedRequest; readonly bank: BankTrace }) {
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
      <details>
        <summary>
          Headers <small>{Object.keys(headers).length}</small>
        </summary>
        <dl>
          {Object.entries(headers).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Body name="Body" body={body} isOpen />
      <Body name="Answer" body={answer} isOpen={status >= 400} />
      {assumptions.length > 0 && (
        <details>
          <summary>
            Assumptions that calls of this kind rest on <small>{assumptions.length}</small>
          </summary>
          <dl>
            {assumptions.map(({ id: name, value, section, provenance }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  {bodyText(value)}{' '}
                  <small>
                    {section}, {provenance}
                  </small>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  )
}

function Body({ name, body, isOpen }: { readonly name: string; readonly body: unknown; readonly isOpen: boolean }) {
  const text = bodyText(body)
  if (text === '') return <p class="none">{name === 'Body' ? 'No body.' : 'The answer has no body.'}</p>
  return (
    <details open={isOpen}>
      <summary>{name}</summary>
      <pre>{text}</pre>
    </details>
  )
}
