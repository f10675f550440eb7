/** A long address costs no more for each of its characters than a short one, whatever it is compared with or read for. (§4) */
import { afterAll, expect, it } from 'vitest'
import { createBank } from 'vostro'
import { families, sendTo, WIDE } from '../../endure/families.ts'
import { startCounting } from '../../endure/steps.ts'

const { stepsOf, stop } = startCounting()
afterAll(stop)

/** A request and its comparison with the table took 60 to 400 steps for each character when whole segments were compared. */
const MOST = 40

it.each(families.filter(([name]) => /^(a path|loans) /.test(name)))(
  'reads %s in a few steps for each character [§4]',
  async (_, make) => {
    const bank = createBank({ assume: WIDE })
    bank.loans.add({ Term: 36 })
    const token = bank.tokens.issue().access_token
    const read = async (length: number) => {
      const hostile = make(length, bank)
      const { count } = await stepsOf(() => sendTo(bank, token, hostile))
      return { count, length: hostile.path.length }
    }
    await read(1_000)

    const [short, long] = [await read(2_000), await read(6_000)]

    expect((long.count - short.count) / (long.length - short.length)).toBeLessThan(MOST)
  },
)
