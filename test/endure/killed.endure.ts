/** A hundred times `kill -9` at random moments: each time every acknowledged operation is there, and never half of one. (§3) */
import { expect, it } from 'vitest'
import { survive } from '../cli/killed/survive.ts'
import { surviveServing } from '../cli/killed/survive-serving.ts'
import { chunks, say, sized } from './progress.ts'

it('survives a hundred deaths of its process [§3]', async () => {
  const wanted = sized(100)
  let [kills, acknowledged, ahead, torn] = [0, 0, 0, 0]

  await chunks(
    'A process that was killed',
    () => kills >= wanted,
    async (seed) => {
      const survived = await survive(Math.min(25, wanted - kills), seed)
      kills += survived.kills
      acknowledged += survived.acknowledged
      ahead += survived.ahead
      torn += survived.torn
    },
  )

  say(`${kills} kills, ${acknowledged} operations acknowledged, ${ahead} kept before that, ${torn} torn ends`)
  expect(kills).toBe(wanted)
})

it('survives a hundred deaths of a server, to which clients of many banks pay over HTTP [§3]', async () => {
  const wanted = sized(100)
  let [kills, acknowledged, pushed, torn] = [0, 0, 0, 0]

  await chunks(
    'A server that was killed',
    () => kills >= wanted,
    async (seed) => {
      const survived = await surviveServing(Math.min(25, wanted - kills), seed)
      kills += survived.kills
      acknowledged += survived.acknowledged
      pushed += survived.pushed
      torn += survived.torn
    },
  )

  say(`${kills} kills, ${acknowledged} calls acknowledged, ${pushed} pushes told, ${torn} torn ends`)
  expect(kills).toBe(wanted)
})
