/** Promises of time: from which instant `within` counts, and what stops it. */
import { expect, it } from 'vitest'
import { type Ends, explore, type Scene } from 'vostro/explore'
import { outboundWire } from '../support/wire.ts'

/** Creates a wire, and gives what reads it. */
async function payWith({ fetch }: Pick<Ends, 'fetch'>, bank: Scene['bank']) {
  const url = `${bank.urls.baseUrl}/wires/v1/payments`
  const headers = {
    authorization: `Bearer ${bank.tokens.issue().access_token}`,
    'content-type': 'application/json',
    'idempotency-key': 'invoice 1',
  }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(outboundWire(bank)) })
  const { id } = await answer.json()
  return async () => await (await fetch(`${url}/${id}`, { headers })).text()
}

it('counts the time from the instant at which the last payment became final, not from an earlier look-up [§3]', async () => {
  const asked: string[] = []
  const { failures } = await explore(
    async (scene) => {
      const { bank, within, every, sleep } = scene
      const read = await payWith(scene, bank)
      let state = 'open'
      every({ minutes: 2 }, async () => {
        if (state !== 'open' || !(await read()).includes('"Completed"')) return
        state = 'seen'
        await sleep({ minutes: 40 })
        state = 'booked'
      })
      within({ minutes: 45 }, () => {
        asked.push(bank.clock.now.slice(11, 16))
        if (state !== 'booked') throw new Error(`${state} at ${bank.clock.now}`)
      })
      await sleep({ minutes: 30 })
    },
    { only: 'clean' },
  )

  expect(failures.map(({ message }) => message)).toEqual([])
  expect(new Set(asked)).toEqual(new Set(['10:45']))
})

it('counts the time from a reversal that is still to come [§3]', async () => {
  const { failures } = await explore(
    async (scene) => {
      const { bank, within, every, sleep } = scene
      const read = await payWith(scene, bank)
      let seen = ''
      every({ minutes: 20 }, async () => {
        seen = await read()
      })
      within({ minutes: 45 }, async () => {
        const wire = await read()
        if (seen !== wire) throw new Error(`it is ${wire}, and was seen as ${seen}`)
      })
      await sleep({ minutes: 85 })
    },
    { only: 'reversed@payment1', deskDecisions: true },
  )

  expect(failures.map(({ message }) => message)).toEqual([])
})

/** Hears of its payment by a push alone, which its receiver refuses for a day. */
const refuses = async (scene: Scene) => {
  const { bank, within, connect, sleep, every } = scene
  const callbackUrl = 'https://partner.example/hooks'
  bank.webhooks.register({
    partnerId: bank.partner.id,
    eventName: 'Wire.Payment.Sent',
    registrationType: 'Push',
    callbackUrl,
  })
  let isBooked = false
  connect(callbackUrl, () => {
    isBooked = Number(bank.clock.now.slice(8, 10)) > 2
    return new Response('', { status: isBooked ? 200 : 500 })
  })
  every({ minutes: 5 }, () => {})
  within({ hours: 2 }, () => {
    if (!isBooked) throw new Error('it is pending')
  })
  await payWith(scene, bank)
  await sleep({ minutes: 5 })
}

it('goes on counting while a registration is suspended because the receiver refused each push [§6]', async () => {
  const { failures, text } = await explore(refuses, { only: 'clean' })

  expect(failures.map(({ run, message }) => `${run}: ${message}`)).toEqual([
    'clean: The check did not hold 120 minutes after every payment was final and nothing was out of order: it is pending',
  ])
  expect(failures.map(({ code }) => code)).toEqual(['checkFailed'])
  expect(text).not.toContain('time was not judged')
})

it('distinguishes failures of one deadline by their check and its message [§7]', async () => {
  const { failures } = await explore(
    async ({ bank, fetch, within }) => {
      let problem = ''
      const check = () => {
        if (problem !== '') throw new Error(problem)
      }
      within({ minutes: 30 }, check)
      within({ minutes: 40 }, check)
      const { status } = await fetch(`${bank.urls.authUrl}/.well-known/openid-configuration`)
      if (status === 503) problem = 'the customer was not told'
      if (status === 429) problem = 'the customer paid twice'
    },
    { only: ['status503@1', 'status429@1'] },
  )

  expect(failures.map(({ run, cause }) => [run, cause])).toEqual([
    ['status503@1', 'within 1: Error: the customer was not told'],
    ['status429@1', 'within 1: Error: the customer paid twice'],
  ])
})
