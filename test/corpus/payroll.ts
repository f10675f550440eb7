/** Payroll on a date: salaries leave in the evening of their payday, so that their value is of that day, and not of the one before. */
import type { Bank } from 'vostro'
import type { Ends, Scene } from 'vostro/explore'
import { AnswerError, createClient, retried, type Wire } from './client.ts'
import { type Environment, environmentOf, wireTo } from './environment.ts'
import { type Needs, type Partner, partners } from './partner.ts'

const bugs = {
  'forgets the Monday after a holiday on a Sunday': 'a calendar',
  'takes every day for 24 hours': 'a calendar',
  'compares the day of the month alone': 'a calendar',
  'takes a new key after it was told to slow down': 'two changes',
  'takes a list that it could not read after a crash for an empty one': 'two changes',
} as const satisfies Record<string, Needs>
type Bug = keyof typeof bugs

interface Salary {
  readonly employee: string
  readonly amount: number
  key?: string
  paymentId?: string
  status?: string
}

interface Payroll {
  readonly id: string
  /** A day of New York, such as 2026-03-02. */
  readonly payday: string
  /** When it leaves, where that is reckoned beforehand. */
  leavesAt?: number
  readonly salaries: Salary[]
  isSent: boolean
}

const LEAVES = '18:00'
const LAST_BATCH = '18:45'
const DAY = 86_400_000

/** The partner's database: it keeps copies. */
class Database {
  readonly #rows = new Map<string, string>()
  all = async () => this.view()
  put = async (payroll: Payroll) => void this.#rows.set(payroll.id, JSON.stringify(payroll))
  view = (): Payroll[] => [...this.#rows.values()].map((row) => JSON.parse(row))
}

const clocks = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/New_York',
  dateStyle: 'short',
  timeStyle: 'short',
})

/** The day and the time in New York. */
function newYork(): [day: string, time: string] {
  const text = clocks.format(Date.now())
  return [text.slice(0, 10), text.slice(11)]
}

const dayAfter = (day: string) => new Date(Date.parse(`${day}T12:00Z`) + DAY).toISOString().slice(0, 10)

/** Whether the wire network is closed for a holiday: eleven days a year, and the Monday after one that is on a Sunday. */
function isHoliday(day: string, bug?: Bug): boolean {
  const noon = new Date(`${day}T12:00Z`)
  const [month, date, weekday] = [noon.getUTCMonth() + 1, noon.getUTCDate(), noon.getUTCDay()]
  const fixed = ['1-1', '6-19', '7-4', '11-11', '12-25']
  if (fixed.includes(`${month}-${date}`)) return true
  const isObserved = weekday === 1 && fixed.includes(`${month}-${date - 1}`)
  if (isObserved && bug !== 'forgets the Monday after a holiday on a Sunday') return true
  const nth = Math.ceil(date / 7)
  if (weekday === 1) return ['1-3', '2-3', '9-1', '10-2'].includes(`${month}-${nth}`) || (month === 5 && date > 24)
  return weekday === 4 && month === 11 && nth === 4
}

function isBusinessDay(day: string, bug?: Bug): boolean {
  const weekday = new Date(`${day}T12:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !isHoliday(day, bug)
}

function businessDayAfter(day: string, bug?: Bug): string {
  const next = dayAfter(day)
  return isBusinessDay(next, bug) ? next : businessDayAfter(next, bug)
}

async function startPayroll({ fetch, store, every }: Ends, rows: Database, environment: Environment, bug?: Bug) {
  const client = createClient({ ...environment, fetch })
  const database = store(rows)
  const payrolls = new Map((await retried(() => database.all())).map((payroll) => [payroll.id, payroll]))
  const fromBefore = new Set(payrolls.keys())
  const keys = new Map<string, string>()
  const looksAfterCrash = bug === 'takes a list that it could not read after a crash for an empty one'

  /** Sets a payroll down for a day, once, and gives the day. */
  async function order(id: string, salaries: readonly Salary[], when: 'tomorrow' | 'at once'): Promise<string> {
    const known = payrolls.get(id)
    if (known) return known.payday
    const [today, time] = newYork()
    const isToday = when === 'at once' && isBusinessDay(today, bug) && time < LEAVES
    const payday = isToday ? today : businessDayAfter(today, bug)
    const payroll: Payroll = { id, payday, salaries: salaries.map((salary) => ({ ...salary })), isSent: false }
    if (bug === 'takes every day for 24 hours') {
      const untilEvening = Date.parse(`${today}T${LEAVES}Z`) - Date.parse(`${today}T${time}Z`)
      payroll.leavesAt = Date.now() + untilEvening + Date.parse(payday) - Date.parse(today)
    }
    await database.put(payroll)
    if (!payrolls.has(id)) payrolls.set(id, payroll)
    return payday
  }

  function isDue({ payday, leavesAt }: Payroll): boolean {
    if (leavesAt !== undefined) return Date.now() >= leavesAt
    const [today, time] = newYork()
    if (bug === 'compares the day of the month alone') return today.slice(8) >= payday.slice(8) && time >= LEAVES
    return `${today} ${time}` >= `${payday} ${LEAVES}`
  }

  function keyOf(reference: string, { key }: Salary): string {
    if (!looksAfterCrash) return key ?? reference
    const kept = keys.get(reference) ?? crypto.randomUUID()
    keys.set(reference, kept)
    return kept
  }

  /** Takes up the wires that were made before a crash, and of which nothing was written down. */
  async function takeUp(payroll: Payroll): Promise<void> {
    const page = await client.get<{ results: Wire[] }>('wires/v1/payments?pageSize=50').catch(() => undefined)
    for (const salary of payroll.salaries) {
      const reference = `${payroll.id} ${salary.employee}`
      const wire = page?.results.find(({ beneficiaryReference }) => beneficiaryReference === reference)
      if (wire) Object.assign(salary, { paymentId: wire.id, status: wire.status })
    }
    fromBefore.delete(payroll.id)
  }

  async function send(payroll: Payroll): Promise<void> {
    if (looksAfterCrash && fromBefore.has(payroll.id)) await takeUp(payroll)
    for (const salary of payroll.salaries.filter(({ paymentId }) => paymentId === undefined)) {
      const reference = `${payroll.id} ${salary.employee}`
      const body = wireTo(environment.accountNumber, salary.amount, reference)
      try {
        const wire = await client.post<Wire>('wires/v1/payments', body, keyOf(reference, salary))
        Object.assign(salary, { paymentId: wire.id, status: wire.status })
      } catch (error) {
        // A request that was turned away has done nothing.
        const isTurnedAway = error instanceof AnswerError && error.status === 429
        if (bug === 'takes a new key after it was told to slow down' && isTurnedAway) salary.key = crypto.randomUUID()
        await database.put(payroll)
        throw error
      }
    }
    await database.put({ ...payroll, isSent: true })
    payroll.isSent = true
  }

  async function look(payroll: Payroll): Promise<void> {
    // Nothing changes before the batch.
    if (newYork().join(' ') <= `${payroll.payday} ${LAST_BATCH}`) return
    const open = payroll.salaries.filter(({ paymentId, status }) => paymentId !== undefined && status !== 'Completed')
    for (const salary of open) {
      const { status } = await client.get<Wire>(`wires/v1/payments/${salary.paymentId}`)
      if (status === salary.status) continue
      await database.put({
        ...payroll,
        salaries: payroll.salaries.map((each) => (each === salary ? { ...each, status } : each)),
      })
      salary.status = status
    }
  }

  every({ minutes: 20 }, async () => {
    for (const payroll of payrolls.values()) {
      try {
        if (!payroll.isSent && isDue(payroll)) await send(payroll)
        if (payroll.isSent) await look(payroll)
      } catch {
        // The next round tries again.
      }
    }
  })
  return { order }
}

/** A salary came once its day had come, on that day, and is shown so. */
function checkSalary(bank: Bank, reference: string, { status }: Salary, payday: string): void {
  const wires = bank.wires.list({ pageSize: 50 }).results
  const wire = wires.find(({ beneficiaryReference }) => beneficiaryReference === reference)
  const valued = wire?.effectiveDate.slice(0, 10)
  if (!wire) throw new Error(`${reference} was never paid`)
  if (valued !== payday) throw new Error(`${reference} was promised for ${payday}, and came on ${valued}`)
  if (status !== 'Completed') throw new Error(`${reference} is shown as ${status}`)
}

/** An employer pays two salaries on the next business day, and in its evening, after the cut-off, asks for a bonus at once. */
const evenings = (bug?: Bug) => async (scene: Scene) => {
  const { bank, books, eventually, sleep } = scene
  const rows = new Database()
  const promises = new Map<string, string>()
  books(() =>
    rows.view().flatMap(({ salaries }) =>
      salaries.flatMap(({ paymentId, amount, status }) => {
        const believed = status === 'Completed' ? 'completed' : 'pending'
        return paymentId ? [{ paymentId, amount, status: believed } as const] : []
      }),
    ),
  )
  const service = await scene.process((ends) => startPayroll(ends, rows, environmentOf(scene), bug))

  /** Presses the button, and presses it again where an error shows. */
  async function press(id: string, salaries: readonly Salary[], when: 'tomorrow' | 'at once'): Promise<string> {
    for (let time = 1; ; time++) {
      try {
        const payday = await service.ask(({ order }) => order(id, salaries, when))
        promises.set(id, payday)
        return payday
      } catch (error) {
        if (time === 4) throw error
        await sleep({ minutes: 2 })
      }
    }
  }
  async function waitFor(moment: string): Promise<void> {
    while (newYork().join(' ') < moment) await sleep({ minutes: 10 })
  }

  eventually(() => {
    for (const { id, payday, salaries } of rows.view()) {
      for (const salary of salaries) checkSalary(bank, `${id} ${salary.employee}`, salary, promises.get(id) ?? payday)
    }
  })

  const salaries = [
    { employee: 'A', amount: 310_000 },
    { employee: 'B', amount: 280_000 },
  ]
  const payday = await press('SALARIES', salaries, 'tomorrow')
  await waitFor(`${payday} 18:50`)
  const bonusDay = await press('BONUS', [{ employee: 'A', amount: 50_000 }], 'at once')
  await waitFor(`${bonusDay} 19:30`)
}

export const payroll: readonly Partner[] = partners<Bug>('payroll on a date', evenings, bugs, {
  calendars: ['holidays', 'clock changes', 'month ends'],
})
