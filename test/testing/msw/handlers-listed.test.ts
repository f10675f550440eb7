import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { bankHandlers } from 'vostro/msw'

it('says in the list of handlers what each handler answers [§4]', () => {
  expect(bankHandlers(createBank()).map(({ info }) => info.header)).toEqual([
    'vostro: the banking API, the token server and the loan service',
    'vostro: pushes to registered callback addresses',
  ])
})
