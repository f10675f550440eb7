/** The clock: a batch of a hundred thousand, an empty agenda, and timers at as many instants. */
import { compare } from '../measure.ts'
import { bankOf, plainOf, requestOf } from '../pairs.ts'
import { type Row, report } from '../row.ts'

const WIRES = 100_000
const rows: Row[] = []

{
  // Each round has a bank of its own that waits to release; a fork is one.
  const [bank, plain] = [bankOf(1), () => plainOf(1)]
  const { accountNumber } = bank.masterAccount
  const request = requestOf(accountNumber, undefined)
  for (let count = 0; count < WIRES; count++) bank.wires.create(request)
  bank.clock.advance({ seconds: 5 })
  let ours = bank.fork()
  let theirs = plain()
  const toMaster = { ...request, accountNumber: theirs.master.accountNumber }
  const [own, limit, ratio] = compare(
    {
      prepare: () => {
        ours = bank.fork()
      },
      run: () => ours.desk.releaseBatch(),
    },
    {
      prepare: () => {
        theirs = plain()
        for (let count = 0; count < WIRES; count++) theirs.createWire(toMaster)
        theirs.advance(theirs.now + 5_000)
      },
      run: () => theirs.release(),
    },
    { times: WIRES, rounds: 7, warmUps: 2 },
  )
  const figure = 'release 100,000 wires in one batch, per wire'
  rows.push({ section: 'clock', figure, beside: 'the plain model', ours: own, limit, ratio, target: 5 })
}

{
  const [bank, plain] = [bankOf(1), plainOf(1)]
  const [own, limit, ratio] = compare(
    { run: (times) => Array.from({ length: times }, () => bank.clock.advance({ milliseconds: 1 })) },
    { run: (times) => Array.from({ length: times }, () => plain.advance(plain.now + 1)) },
    { times: 10_000 },
  )
  rows.push({ section: 'clock', figure: 'advance, nothing due', beside: 'the plain model', ours: own, limit, ratio })
}

{
  const [bank, plain] = [bankOf(1), plainOf(1)]
  const request = requestOf(bank.masterAccount.accountNumber, undefined)
  const toMaster = { ...request, accountNumber: plain.master.accountNumber }
  // A millisecond apart, each to be reviewed five seconds later: up to five thousand instants wait at a time.
  const [own, limit, ratio] = compare(
    {
      run: (times) => {
        for (let count = 0; count < times; count++) {
          bank.wires.create(request)
          bank.clock.advance({ milliseconds: 1 })
        }
        return bank.clock.advance({ seconds: 5 })
      },
    },
    {
      run: (times) => {
        for (let count = 0; count < times; count++) {
          plain.createWire(toMaster)
          plain.advance(plain.now + 1)
        }
        return plain.advance(plain.now + 5_000)
      },
    },
    { times: 10_000, rounds: 5, warmUps: 1 },
  )
  const figure = 'timer at an instant of its own: create, advance, review'
  rows.push({ section: 'clock', figure, beside: 'the plain model', ours: own, limit, ratio })
}
report(rows)
