import { expect, it } from 'vitest'
import { pauses } from '../../../src/sandbox/questions/webhooks/pushes.ts'

const arrival = (at: number) => ({ eventId: 'e1', headers: new Headers(), at, answeredAt: at })

it('tells the seconds between two tries by one pause that is a whole number of them [§6]', () => {
  expect(pauses([arrival(0), arrival(5_010)])).toMatchObject({ verdict: 'is', value: 5 })
})

it('tells nothing by one pause between two whole seconds: the push may have been held up [§6]', () => {
  expect(pauses([arrival(0), arrival(5_610)])).toMatchObject({ verdict: 'unknown' })
})
