/** One step: what happened in it, its request, and what it changed. */
import type { BankTrace, Change, Step } from '../trace-data.ts'
import { day, time } from './format.ts'
import { linesOf } from './lanes.ts'
import { Section } from './parts.tsx'
import { RequestView } from './request-view.tsx'
import { LineView } from './step-list.tsx'

interface Props {
  readonly bank: BankTrace
  readonly number: number
  readonly onPayment: (payment: number) => void
}

export function StepView({ bank, number, onPayment }: Props) {
  const step = bank.steps[number] as Step
  const request = step.request === undefined ? undefined : bank.requests[step.request]
  const lines = linesOf(step)
  return (
    <section class="pane pane-step" aria-label={`Step ${number}`}>
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
                <LineView line={line} mark={index === 0 ? step.mark : undefined} />
              ) : (
                <button type="button" class="plain" onClick={() => onPayment(payment)} title="Show the payment">
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
              <th scope="row">{of === changes[index - 1]?.of ? '' : of}</th>
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
