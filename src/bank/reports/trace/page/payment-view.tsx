/** A payment, opened: where it is, why, and the steps that it went through. */
import type { BankTrace } from '../trace-data.ts'
import { money, time } from './format.ts'
import type { StateNow } from './states.ts'

interface Props {
  readonly bank: BankTrace
  readonly payment: number
  readonly now: StateNow
  readonly go: (step: number) => void
  readonly onClose: () => void
}

export function PaymentView({ bank, payment, now, go, onClose }: Props) {
  const known = bank.payments[payment]
  if (!known) return null
  const { id, direction, amount, accountNumber, explanation } = known
  const status = now.payments.get(payment)?.status ?? 'not asked for yet'
  const told = bank.steps.flatMap(({ at, facts }, step) =>
    facts.filter((fact) => fact.payment === payment).map(({ text }) => ({ step, at, text })),
  )
  return (
    <section class="payment" aria-label="Payment">
      <h2>
        Payment <small>{id}</small>
        <button type="button" class="close" onClick={onClose} aria-label="Close the payment">
          ×
        </button>
      </h2>
      <p>
        {direction} {money(amount)} on {accountNumber}. After this step: <b>{status}</b>.
      </p>
      <ol class="due">
        {told.map(({ step, at, text }, index) => (
          <li key={index}>
            <button type="button" class="plain" onClick={() => go(step)}>
              <time dateTime={at}>{time(at)}</time> {text}
            </button>
          </li>
        ))}
      </ol>
      <h3>At the end of the trace</h3>
      {explanation === null ? (
        <p class="none">So many payments are not explained here. Ask for it: bank.explain(id).</p>
      ) : (
        <pre>{explanation}</pre>
      )}
    </section>
  )
}
