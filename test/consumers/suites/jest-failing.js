import { bankTest, currentBank } from 'vostro/jest'

const ask = () => currentBank().fetch('https://api.bank.test/wires/v1/payments')

describe('a test with a bank', () => {
  beforeEach(async () => {
    await ask()
  })

  bankTest('fails by an assertion', () => {
    expect([1]).toHaveLength(2)
  })

  bankTest(
    'fails by a time-out',
    async () => {
      await new Promise(() => {})
    },
    1_000,
  )

  bankTest.each([1, 2])('fails in one of its cases: %d', { seed: 'test' }, (_, number) => {
    if (number === 2) throw new Error('The second case fails.')
  })

  bankTest.concurrent('fails beside others', () => {
    throw new Error('It fails beside others.')
  })

  bankTest.failing('is expected to fail', () => {
    throw new Error('Nobody is told of this.')
  })

  bankTest.todo('is written later')
})

describe('a hook', () => {
  beforeEach(() => {
    throw new Error('The hook could not begin.')
  })
  bankTest('does not begin', () => {})
})
