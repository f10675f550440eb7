import { expect, it } from 'vitest'
import { gathering } from '../../../src/sandbox/questions/webhooks/events.ts'

const at = Date.parse('2026-03-02T12:03:43.457-05:00')
const eventOf = (...resources: string[]) => ({ id: 'e1', createdAt: '2026-03-02T12:04:13.457-05:00', resources })
const awaited = (event: ReturnType<typeof eventOf>) =>
  ['w1', 'w2'].map((id) => ({ eventName: 'Wire.Payment.Received', id, at, event }))

it('tells how long events are gathered by those that came in one [§6]', () => {
  expect(gathering(awaited(eventOf('wires/w1', 'wires/w2')))).toMatchObject({ verdict: 'is', value: 30 })
})

it('tells nothing by an event that began with what was made before [§6]', () => {
  expect(gathering(awaited(eventOf('wires/w0', 'wires/w1', 'wires/w2')))).toMatchObject({ verdict: 'unknown' })
})
