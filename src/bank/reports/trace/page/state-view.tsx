/** The state after a step: balances, open payments with what they wait for, what is due, and pushes that wait. */
import type { BankTrace } from '../trace-data.ts'
import { day, money, short, time } from './format.ts'
import { Section } from './parts.tsx'
import type { StateNow } from './states.ts'

interface Props {
  readonly bank: BankTrace
  readonly step: number
  readonly states: (step: number) => StateNow
  readonly account: number
  readonly setAccount: (account: number) => void
  readonly onPayment: (payment: number) => void
}

export function StateView({ bank, step, states, account, setAccount, onPayment }: Props) {
  const now = states(step)
  const before = step > 0 ? states(step - 1) : undefined
  return (
    <section aria-label={`State after step ${step}`}>
      <h2>
        State <small>after step {step}</small>
      </h2>
      <Balances bank={bank} now={now} before={before} account={account} setAccount={setAccount} />
      <Payments bank={bank} now={now} before={before} onPayment={onPayment} />
      <Agenda now={now} at={bank.steps[step]?.at ?? ''} />
      <Pushes now={now} />
    </section>
  )
}

type Part = Pick<Props, 'bank'> & { readonly now: StateNow; readonly before: StateNow | undefined }

function Balances({ bank, now, before, account, setAccount }: Part & Pick<Props, 'account' | 'setAccount'>) {
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
                  <button type="button" class="plain" onClick={() => setAccount(index)} title="Plot its balance">
                    {known?.number}
                  </button>
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

function Payments({ bank, now, before, onPayment }: Part & Pick<Props, 'onPayment'>) {
  const all = [...now.payments]
  const isJustNow = (index: number, status: string) => before?.payments.get(index)?.status !== status
  const open = all.filter(([, { waitsFor }]) => waitsFor !== null)
  const ended = all.filter(([, { waitsFor }]) => waitsFor === null)
  const table = (rows: typeof all) => (
    <table class="figures payments">
      <tbody>
        {rows.map(([index, { status, waitsFor }]) => {
          const payment = bank.payments[index]
          return (
            <tr key={index}>
              <th scope="row">
                <button type="button" class="plain" onClick={() => onPayment(index)} title="Why it is where it is">
                  {short(payment?.id ?? '')}
                </button>
              </th>
              <td class={isJustNow(index, status) ? 'changed' : ''}>
                {status}
                {waitsFor !== null && <small>waits for {waitsFor}</small>}
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
        <details>
          <summary>
            At their end <small>{ended.length}</small>
          </summary>
          {table(ended)}
        </details>
      )}
    </>
  )
}

function Agenda({ now, at }: { readonly now: StateNow; readonly at: string }) {
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

function Pushes({ now }: { readonly now: StateNow }) {
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
