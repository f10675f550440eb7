/** A run of salaries: each employee is paid once, and a salary that the bank rejects is replaced by another wire. */
import type { Bank } from 'vostro'
import type { BookEntry, Ends, Scenario } from 'vostro/explore'
import { type Needs, type Partner, partners } from './partner.ts'

const design = 'payroll run'
const bugs = {
  'pays the replacement of a rejected salary without a key': 'two changes',
  'marks a salary as rejected before it writes its replacement': 'two changes',
  'gives up a salary after three failed attempts to pay it': 'an outage',
  'writes a replacement each time that it learns of a rejection': 'two changes',
} as const satisfies Readonly<Record<string, Needs>>
type Bug = keyof typeof bugs

interface Wire {
  id: string
  status: string
  posting: string
}
interface Salary {
  id: string
  employee: string
  attempt: number
  amount: number
  key: string
  state: 'queued' | 'sent' | 'completed' | 'rejected' | 'abandoned'
  bankId: string | null
}
interface Employee {
  readonly name: string
  readonly account: string
  readonly salary: number
}

const staff: Record<string, Employee> = {
  ANN: { name: 'Ann Able', account: '7700110011', salary: 310_000 },
  BOB: { name: 'Bob Baker', account: '7700220022', salary: 275_000 },
  CID: { name: 'Cid Cooper', account: '7700330033', salary: 198_000 },
}

/** The payroll's table and its payslips: each method is one statement. */
class Payroll {
  salaries = new Map<string, Salary>()
  payslips = new Map<string, number>()

  async insert(salary: Salary): Promise<void> {
    if (!this.salaries.has(salary.id)) this.salaries.set(salary.id, { ...salary })
  }
  async withState(state: Salary['state']): Promise<Salary[]> {
    return [...this.salaries.values()].filter((row) => row.state === state).map((row) => ({ ...row }))
  }
  async byBankId(bankId: string): Promise<Salary | undefined> {
    const row = [...this.salaries.values()].find((one) => one.bankId === bankId)
    return row && { ...row }
  }
  /** Only where the row has that state; says whether it had. */
  async move(id: string, from: Salary['state'], changes: Partial<Salary>): Promise<boolean> {
    const row = this.salaries.get(id)
    if (row?.state !== from) return false
    Object.assign(row, changes)
    return true
  }
  /** One transaction: the salary is completed, and its payslip printed. */
  async complete(id: string, from: Salary['state']): Promise<void> {
    const row = this.salaries.get(id)
    if (row?.state !== from) return
    row.state = 'completed'
    this.payslips.set(row.employee, (this.payslips.get(row.employee) ?? 0) + row.amount)
  }
}

class Refused extends Error {}

/** A client with a token that it keeps, and three attempts for whatever it asks. */
function clientOf({ fetch, sleep }: Ends, { urls, partner }: Bank) {
  let token: string | undefined
  const post = (url: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
      headers: { 'content-type': 'application/json', ...headers },
    })

  async function newToken(): Promise<string> {
    const { clientId: client_id, clientSecret: client_secret, audience } = partner
    const answer = await post(`${urls.authUrl}/oauth/token`, {
      grant_type: 'client_credentials',
      client_id,
      client_secret,
      audience,
    })
    if (!answer.ok) throw new Error(`The token server answered ${answer.status}.`)
    return ((await answer.json()) as { access_token: string }).access_token
  }

  async function once(path: string, body?: object, key?: string): Promise<Wire> {
    token ??= await newToken()
    const mine = token
    const authorization = { authorization: `Bearer ${mine}` }
    const answer = body
      ? await post(
          urls.baseUrl + path,
          body,
          key === undefined ? authorization : { ...authorization, 'idempotency-key': key },
        )
      : await fetch(urls.baseUrl + path, { headers: authorization, signal: AbortSignal.timeout(20_000) })
    if (answer.status === 401 && token === mine) token = undefined
    if (answer.status === 400 || answer.status === 404) throw new Refused(`${path} was refused: ${await answer.text()}`)
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
    return (await answer.json()) as Wire
  }

  async function withRetries(path: string, body?: object, key?: string): Promise<Wire> {
    for (const seconds of [2, 30]) {
      try {
        return await once(path, body, key)
      } catch (error) {
        if (error instanceof Refused) throw error
        await sleep({ seconds })
      }
    }
    return await once(path, body, key)
  }
  return {
    create: (body: object, key?: string) => withRetries('/wires/v1/payments', body, key),
    get: (id: string) => withRetries(`/wires/v1/payments/${id}`),
  }
}

function start(ends: Ends, bank: Bank, payroll: Payroll, bug?: Bug) {
  const table = ends.store(payroll)
  const client = clientOf(ends, bank)

  const row = (month: string, employee: string, attempt: number, id = `${month}/${employee}/${attempt}`): Salary => ({
    id,
    employee,
    attempt,
    amount: staff[employee]!.salary,
    key: `salary ${id}`,
    state: 'queued',
    bankId: null,
  })

  async function replace(salary: Salary): Promise<void> {
    const [month = '', employee = ''] = salary.id.split('/')
    const next = row(month, employee, salary.attempt + 1)
    if (bug === 'marks a salary as rejected before it writes its replacement') {
      if (await table.move(salary.id, 'sent', { state: 'rejected' })) await table.insert(next)
      return
    }
    await table.insert(next)
    await table.move(salary.id, 'sent', { state: 'rejected' })
  }

  async function refresh(salary: Salary): Promise<void> {
    const wire = await client.get(salary.bankId!)
    if (wire.status === 'Completed' && wire.posting === 'Posted') await table.complete(salary.id, 'sent')
    if (wire.status === 'Rejected' || wire.status === 'Canceled') await replace(salary)
  }

  async function send(salary: Salary): Promise<void> {
    const { name, account } = staff[salary.employee]!
    const wire = {
      accountNumber: bank.masterAccount.accountNumber,
      businessFunctionCode: 'CTR',
      receiverRoutingNumber: '021000021',
      beneficiary: { idCode: 'D', identifier: account, name },
      beneficiaryReference: `SALARY ${salary.employee}`,
      amount: salary.amount,
      purpose: salary.id,
    }
    const isKeyless = bug === 'pays the replacement of a rejected salary without a key' && salary.attempt > 1
    try {
      const { id } = await client.create(wire, isKeyless ? undefined : salary.key)
      await table.move(salary.id, 'queued', { state: 'sent', bankId: id })
    } catch (error) {
      if (bug !== 'gives up a salary after three failed attempts to pay it') throw error
      await table.move(salary.id, 'queued', { state: 'abandoned' })
    }
  }

  async function tick(): Promise<void> {
    for (const salary of await table.withState('sent')) await refresh(salary)
    for (const salary of await table.withState('queued')) await send(salary)
  }

  ends.connect('https://payroll.example/bank', async (request) => {
    const told = (await request.json()) as { eventName: string; resources: string[] }
    try {
      for (const resource of told.resources) {
        const salary = await table.byBankId(resource.replace(/^.*\//, ''))
        if (!salary) continue // ours is not written yet: the tick looks it up
        if (
          bug === 'writes a replacement each time that it learns of a rejection' &&
          told.eventName === 'Wire.Payment.Rejected'
        ) {
          const [month = '', employee = ''] = salary.id.split('/')
          const unique = crypto.randomUUID().slice(0, 8)
          await table.insert(
            row(month, employee, salary.attempt + 1, `${month}/${employee}/${salary.attempt + 1}/${unique}`),
          )
          await table.move(salary.id, 'sent', { state: 'rejected' })
        } else if (salary.state === 'sent') await refresh(salary)
      }
    } catch {
      return new Response('not now', { status: 503 })
    }
    return new Response('taken')
  })
  ends.every({ minutes: 40 }, tick)

  return {
    async run(month: string): Promise<void> {
      for (const employee of Object.keys(staff)) await table.insert(row(month, employee, 1))
    },
  }
}

const scenarioOf =
  (bug?: Bug): Scenario =>
  async ({ bank, process: run, books, eventually, sleep }) => {
    const payroll = new Payroll()
    for (const eventName of ['Wire.Payment.Sent', 'Wire.Payment.Rejected']) {
      bank.webhooks.register({
        partnerId: bank.partner.id,
        eventName,
        registrationType: 'Push',
        callbackUrl: 'https://payroll.example/bank',
      })
    }
    const service = await run((ends) => start(ends, bank, payroll, bug))

    books(() =>
      [...payroll.salaries.values()].flatMap(({ bankId, amount, state }): BookEntry[] => {
        if (bankId === null) return []
        return [
          {
            paymentId: bankId,
            amount,
            status: state === 'completed' ? 'completed' : state === 'rejected' ? 'failed' : 'pending',
          },
        ]
      }),
    )
    eventually(() => {
      const { results } = bank.wires.list({ pageSize: 50 })
      for (const [employee, { account, salary }] of Object.entries(staff)) {
        const wires = results.filter(
          ({ beneficiary, status }) => beneficiary.identifier === account && status === 'Completed',
        )
        if (wires.length !== 1) throw new Error(`${employee} was paid ${wires.length} times.`)
        if (payroll.payslips.get(employee) !== salary)
          throw new Error(`The payslip of ${employee} says ${payroll.payslips.get(employee)}.`)
      }
    })

    const order = () => service.ask((api) => api.run('MARCH'))
    await order().catch(() => sleep({ minutes: 5 }).then(order))
    await sleep({ hours: 4 })
  }

export const payrollRun: readonly Partner[] = partners(design, scenarioOf, bugs, {
  deskDecisions: true,
  maxRuns: 1_500,
})
