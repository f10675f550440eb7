/** What every check of options shares: a former name, and a value of another kind. (§7) */
import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { explore } from 'vostro/explore'
import { calibrate, conformance } from 'vostro/sandbox'
import { checkedOptions, isRecord, isWholeFrom } from '../../src/contract/options.ts'
import { createBankServer } from '../../src/server/server.ts'

const how = { failed: 'Failed to settle', advice: 'Write { maxTurns: 5 }.' }
const rules = { maxTurns: isWholeFrom(1), within: isRecord }

/** A value that no type would let pass. */
const wrong = <Value>(value: unknown): Value => value as Value

it('gives back the options that can be used, with what is undefined [§7]', () => {
  const options = { maxTurns: 5, within: undefined }

  expect(checkedOptions(options, rules, how)).toEqual(options)
})

it.each([
  ['maxTurn', { maxTurn: 1 }, 'maxTurn: unknown option; did you mean "maxTurns"?'],
  ['a fraction', { maxTurns: 0.5 }, 'maxTurns: must be a whole number, at least 1, and is 0.5'],
  ['a list for a record', { within: [] }, 'within: must be a record, and is []'],
  ['null', null, 'options: must be a record, and this is null'],
  ['a list', [], 'options: must be a record, and this is a list'],
])('refuses %s, and says what would do [§7]', (_, given, said) => {
  expect(() => checkedOptions(given, rules, how)).toThrow(said)
})

it.each([{}, []])('refuses %j as the signal that ends a run [§7]', async (signal) => {
  await expect(explore(async () => {}, { signal: wrong(signal) })).rejects.toThrow('signal: must be an AbortSignal')
  await expect(createBank().clock.sleep(1, { signal: wrong(signal) })).rejects.toThrow('signal: must be an AbortSignal')
  await expect(calibrate(wrong({ signal }))).rejects.toThrow('signal: must be an AbortSignal')
})

it('refuses a list where a record is meant, in every room [§7]', async () => {
  const said = 'must be a record, and is []'

  await expect(explore(async () => {}, { heal: wrong([]) })).rejects.toThrow(`heal: ${said}`)
  await expect(explore(async () => {}, { bank: wrong([]) })).rejects.toThrow(`bank: ${said}`)
  await expect(conformance(async () => {}, wrong({ against: {}, bank: [] }))).rejects.toThrow(`bank: ${said}`)
  await expect(conformance(async () => {}, wrong({ against: [] }))).rejects.toThrow(`against: ${said}`)
  expect(() => createBankServer(wrong({ control: [] }))).toThrow(`control: ${said}`)
})
