/** Which runs are made: those that were asked for, first those in focus; not pairs that cannot meet; and no more than show something. */
import { expect, it } from 'vitest'
import { explore, type Scene } from 'vostro/explore'
import { outboundWire } from '../support/wire.ts'

/** Pays once with a key, and asks for its account; each three times at most, with no word of the other. */
const payAndLook = async ({ bank, fetch }: Scene) => {
  const headers = {
    authorization: `Bearer ${bank.tokens.issue().access_token}`,
    'content-type': 'application/json',
    'idempotency-key': 'invoice 1',
  }
  const { accountNumber } = bank.masterAccount
  const thrice = async (path: string, init: RequestInit = {}) => {
    for (let times = 1; times <= 3; times++) {
      const answer = await fetch(bank.urls.baseUrl + path, { headers, ...init }).catch(() => undefined)
      if (answer?.ok && (await answer.json().catch(() => undefined))) return
    }
  }
  await thrice('/wires/v1/payments', { method: 'POST', body: JSON.stringify(outboundWire(bank)) })
  await thrice(`/v1/dda/subaccounts?masterAccountNumber=${accountNumber}`)
}

it('plays the runs of several names [§7]', async () => {
  const { runs, failures } = await explore(payAndLook, { only: ['lostAnswer@1', 'status503@1+status503@2'] })

  expect(runs).toBe(4)
  expect(failures).toEqual([])
})

it('plays all runs that match a pattern, and the runs that they extend [§7]', async () => {
  const { coverage } = await explore(payAndLook, { only: 'lostAnswer@1+*503@*' })

  expect(coverage).toMatchObject([
    { depth: 1, tried: 1, left: 0 },
    { depth: 2, tried: 2, left: 0 },
  ])
})

it('plays the runs of a pattern even if they have more changes than depth allows [§7]', async () => {
  const { coverage } = await explore(payAndLook, { only: 'status503@1+status503@2+status*@3' })

  expect(coverage.map(({ tried }) => tried)).toEqual([1, 1, 2])
})

it('says that no change of the scenario matches the pattern [§7]', async () => {
  await expect(explore(payAndLook, { only: 'rejectd@*' })).rejects.toThrow(
    'Failed to explore the runs "rejectd@*": no change of the scenario fits the first part of a pattern. Write a change',
  )
})

it('tries the changes in focus first [§7]', async () => {
  const { failures } = await explore(
    async (scene) => {
      await payAndLook(scene)
      if (scene.bank.requests.length > 2) throw new Error('it called again')
    },
    { focus: '*@2', maxFailures: 1 },
  )

  expect(failures[0]?.run).toMatch(/@2$/)
  expect(failures[0]?.foundAfter).toBe(3)
})

it('skips pairs of changes that affect different calls, and counts them [§7]', async () => {
  const { coverage, text } = await explore(payAndLook, { overlaps: false })
  const pairs = coverage[1]

  expect(pairs?.independent).toBeGreaterThan(0)
  expect(text).toContain(`${pairs?.independent} of independent changes`)
  expect(await explore(payAndLook, { only: 'lostAnswer@1+lostAnswer@2' }).then(({ failures }) => failures)).toEqual([])
})

it('ends after the given number of runs without anything new, once every single change was tried [§7]', async () => {
  const { cutBy, quiet, coverage } = await explore(payAndLook, { maxQuiet: 10 })

  expect(cutBy).toBe('convergence')
  expect(quiet).toBe(10)
  expect(coverage[0]?.left).toBe(0)
})

it('reports the run that changes a call if a run that changes the date fails in the same way [§7]', async () => {
  const scenario = async (scene: Scene) => {
    await payAndLook(scene)
    if (scene.bank.requests.length > 2 || scene.bank.clock.now > '2026-03-03') throw new Error('it is wrong')
  }

  const { failures } = await explore(scenario, { calendars: ['holidays'], depth: 1 })

  expect(failures).toHaveLength(1)
  expect(failures[0]?.run).toMatch(/@1$/)
  expect(failures[0]?.foundAfter).toBe(3)
  expect(failures[0]?.alsoIn[0]).toMatch(/@|^when:/)
})
