import { expect, it } from 'vitest'
import { createBank } from 'vostro'

it('opens with a funded master account [§2.9]', () => {
  const bank = createBank()

  expect(bank.masterAccount.availableBalance).toBe(100_000_000)
})
