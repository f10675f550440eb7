/** The pane of the state after a step: balances, payments, the agenda, waiting pushes, and above them the selected payment. */
import { useEffect, useRef } from 'preact/hooks'
import { day, Folded, money, Section, scrolled, short, time } from './parts.tsx'
import type { StateNow } from './states.ts'
import type { View } from './view.ts'

type Part = View & { readonly now: StateNow; readonly before: StateNow | undefined }

export function StateView(view: View) {
  const { states, payment, place } = view
  const { step } = place
  const now = states(step)
  const part: Part = { ...view, now, before: step > 0 ? states(step - 1) : undefined }
  return (
    <div {...scrolled} class="pane pane-state">
      {payment !== undefined && <PaymentView {...part} payment={payment} />}
      <section aria-label={`State after step ${step}`}>
        <h2>
          State <small>after step {step}</small>
        </h2>
        <Balances {...part} />
        <Payments {...part} />
        <Agenda {...part} />
        <Pushes {...part} />
      </section>
      {view.live?.inForce}
    </div>
  )
}

function Balances({ bank, now, before, account }: Part) {
  return (
    <Section name="Balances" count={now.balances.size}>
      <table class="figures">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Current</th>
            <th scope="col">Available</th>
          </tr>
        </thead>
        <tbody>
          {[...now.balances].map(([index, { current, available, reserved, held }]) => {
            const was = before?.balances.get(index)
            const known = bank.accounts[index]
            return (
              <tr key={index} class={index === account ? 'chosen' : ''}>
                <th scope="row">
                  {known?.number}
                  <small>{known?.title}</small>
                </th>
                <td class={was && was.current !== current ? 'changed' : ''}>{money(current)}</td>
                <td class={was && was.available !== available ? 'changed' : ''}>
                  {money(available)}
                  {reserved !== 0 && <small>{money(reserved)} reserved</small>}
                  {held !== 0 && <small>{money(held)} on hold</small>}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Section>
  )
}

function Payments({ bank, now, before, setPayment }: Part) {
  const all = [...now.payments]
  const isJustNow = (index: number, status: string) => before?.payments.get(index)?.status !== status
  const open = all.filter(([, { waitsFor }]) => waitsFor !== null)
  const ended = all.filter(([, { waitsFor }]) => waitsFor === null)
  const table = (rows: typeof all) => (
    <table class="figures payments">
      <tbody>
        {rows.map(([index, { status, waitsFor, until }]) => {
          const payment = bank.payments[index]
          return (
            <tr key={index}>
              <th scope="row">
                <button type="button" class="plain" onClick={() => setPayment(index)} title="Why it has this status">
                  {short(payment?.id ?? '')}
                </button>
              </th>
              <td class={isJustNow(index, status) ? 'changed' : ''}>
                {status}
                {waitsFor !== null && (
                  <small>
                    waits for {waitsFor}
                    {until === undefined ? '' : `, until ${day(until)} ${time(until)}`}
                  </small>
                )}
              </td>
              <td>
                {payment?.direction === 'Outbound' ? '−' : ''}
                {money(payment?.amount ?? 0)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
  return (
    <>
      <Section name="Open payments" count={open.length} none="None.">
        {table(open)}
      </Section>
      {ended.length > 0 && (
        <Folded name="Ended payments" count={ended.length}>
          {table(ended)}
        </Folded>
      )}
    </>
  )
}

function Agenda({ now, bank, place: { step } }: Part) {
  const { at = '' } = bank.steps[step] ?? {}
  const due = [...now.agenda].sort(([one], [other]) => Date.parse(one) - Date.parse(other))
  return (
    <Section name="Agenda" count={due.length} none="Nothing is due.">
      <ul class="due">
        {due.map(([instant, operations]) => (
          <li key={instant}>
            <time dateTime={instant}>
              {instant.slice(0, 10) === at.slice(0, 10) ? '' : `${day(instant)} `}
              {time(instant)}
            </time>{' '}
            {operations.map(([operation, count]) => (count === 1 ? operation : `${count} × ${operation}`)).join(', ')}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Pushes({ now }: Part) {
  return (
    <Section name="Pushes that wait" count={now.pushes.size} none="None.">
      <ul class="due">
        {[...now.pushes].map(([delivery, { eventName, callbackUrl, tries }]) => (
          <li key={delivery}>
            {eventName} <small>to {callbackUrl}</small>
            {tries > 0 && <small class="refusal">{tries === 1 ? '1 try failed' : `${tries} tries failed`}</small>}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function PaymentView(part: Part & { readonly payment: number }) {
  const { bank, payment, now, go, setPayment, live } = part
  const section = useRef<HTMLElement>(null)
  // In a narrow window the payment is far from the button that opened it.
  useEffect(() => section.current?.scrollIntoView({ block: 'nearest' }), [payment])
  const known = bank.payments[payment]
  if (!known) return null
  const { id, direction, amount, accountNumber, explanation } = known
  const status = now.payments.get(payment)?.status ?? 'not asked for yet'
  const told = bank.steps.flatMap(({ at, facts }, step) =>
    facts.filter((fact) => fact.payment === payment).map(({ text }) => ({ step, at, text })),
  )
  return (
    <section ref={section} class="payment" aria-label="Payment">
      <h2>
        Payment <small>{id}</small>
        <button type="button" class="close" onClick={() => setPayment(undefined)} aria-label="Close the payment">
          ×
        </button>
      </h2>
      <p>
        {direction} {money(amount)} on {accountNumber}. After this step: <b>{status}</b>.
      </p>
      {live?.decisions(part)}
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
        <p class="none">This page explains only some payments. For this one, call bank.explain(id).</p>
      ) : (
        <pre>{explanation}</pre>
      )}
    </section>
  )
}
