import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { portOf } from '../../../../src/bank/port.ts'
import { notingPlaces } from '../../../../src/bank/reports/trace/places.ts'
import { dataIn } from './data-in.ts'

it('ends with the failure, and names the line of the test at each step that it made [§3]', async () => {
  const bank = createBank()
  portOf(bank).subscribe(notingPlaces())
  bank.clock.advance({ minutes: 1 })
  await bank.fetch(`${bank.urls.authUrl}/oauth/token`, { method: 'POST' })

  const data = dataIn(await bank.trace({ problem: 'expected 1\n\n- 1', place: 'test/bank/places.test.ts:99' }))

  const steps = data.banks[0]?.steps ?? []
  expect(data.place).toBe('test/bank/places.test.ts:99')
  expect(steps.map(({ operation, place }) => [operation, place])).toEqual([
    ['bank.open', undefined],
    ['clock.advance', expect.stringMatching(/^places\.test\.ts:\d+$/)],
    ['requestToken', undefined],
    [undefined, 'places.test.ts:99'],
  ])
  expect(steps.at(-1)?.facts).toEqual([{ lane: 'test', isRefusal: true, text: 'failed: expected 1' }])
})
