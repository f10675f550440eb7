/** Every secured call with every kind of wrong credential, and with another partner's. (§5) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { endpoints } from '../../src/contract/endpoints.ts'
import { run } from './authorisation.ts'

it('opens no call to a wrong credential, and tells no partner of what belongs to another [§5]', async () => {
  const { calls, failures } = await run(createBank)

  expect(failures).toEqual([])
  const secured = Object.values(endpoints).filter(({ isSecured }) => isSecured).length
  expect(calls).toBe(secured * 11)
})
