/** Findings have a memory: a file says which failure is new, which goes on, which is gone, and which has come back. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { type Exploration, type ExploreOptions, explore, exploreTest, merge, type Scene } from 'vostro/explore'
import { temporaryFolder } from '../support/temporary-folder.ts'

// The failing explorations of this file leave no traces.
vi.stubEnv('VOSTRO_TRACE', 'off')

/** Which calls the partner makes, and which of them it tries again. */
interface Habits {
  readonly discovers?: boolean
  readonly repeats?: boolean
}

/** Lists its payments, and rejects where that is not answered with 200. */
const partner =
  ({ discovers = false, repeats = false }: Habits = {}) =>
  async ({ bank, fetch }: Scene) => {
    const ask = async (url: string) => {
      const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
      const { status } = await fetch(url, { headers })
      if (status !== 200) throw new Error(`answered ${status}`)
    }
    const asked = (url: string) => (repeats ? ask(url).catch(() => ask(url)) : ask(url))
    if (discovers) await asked(`${bank.urls.authUrl}/.well-known/openid-configuration`)
    await asked(`${bank.urls.baseUrl}/wires/v1/payments`)
  }

/** Tries each of two calls again after a while, and has a mistake in its code for the case that both had to be. */
const forgetful = async (scene: Scene) => {
  const { bank, sleep } = scene
  const urls = [`${bank.urls.authUrl}/.well-known/openid-configuration`, `${bank.urls.baseUrl}/wires/v1/payments`]
  let failures = 0
  for (const url of urls) {
    const ask = async () => {
      const headers = { authorization: `Bearer ${bank.tokens.issue().access_token}` }
      const { ok } = await scene.fetch(url, { headers }).catch(() => ({ ok: false }))
      if (!ok) failures++
      return ok
    }
    if (!(await ask())) await sleep({ minutes: 20 }).then(ask)
  }
  if (failures > 1) throw new RangeError('two failures')
}

const LIST = 'GET /wires/v1/payments: Error: answered N'
const DISCOVERY = 'GET /.well-known/openid-configuration: Error: answered N'
const fileIn = () => join(temporaryFolder(), 'explore-memory.json')
const single = (memory: string, today: string, more: ExploreOptions = {}): ExploreOptions => ({
  mayReject: (error) => !/^answered/.test((error as Error).message),
  depth: 1,
  memory,
  today,
  ...more,
})
const statesOf = ({ memory = [] }: Exploration) => memory.map(({ finding, state, fails }) => [finding, state, fails])
const findingsIn = (file: string) => JSON.parse(readFileSync(file, 'utf8')).findings
const accept = (file: string, finding: string, accepted: object) => {
  const findings = findingsIn(file)
  findings[finding].accepted = accepted
  writeFileSync(file, JSON.stringify({ findings }, null, 2))
}

it('says whether a failure is new, ongoing, gone or has come back [§7]', async () => {
  const memory = fileIn()

  const first = await explore(partner(), single(memory, '2026-03-02'))
  const second = await explore(partner(), single(memory, '2026-03-03'))
  const mended = await explore(partner({ repeats: true }), single(memory, '2026-03-04'))
  const broken = await explore(partner(), single(memory, '2026-03-05'))

  expect(first.text).toContain('\nnew 1, ongoing 0, gone 0, come back 0\n')
  expect(statesOf(first)).toEqual([[LIST, 'new', true]])
  expect(statesOf(second)).toEqual([[LIST, 'ongoing', true]])
  expect(second.text).toContain(`  ongoing since 2026-03-02: ${LIST}`)
  expect(statesOf(mended)).toEqual([[LIST, 'gone', false]])
  expect(statesOf(broken)).toEqual([[LIST, 'come back', true]])
  expect(broken.text).toContain('new 0, ongoing 0, gone 0, come back 1')
})

it('keeps one record of each finding, sorted, and writes only changes [§7]', async () => {
  const memory = fileIn()

  await explore(partner({ discovers: true }), single(memory, '2026-03-02'))
  const { mtimeMs } = statSync(memory)
  await explore(partner({ discovers: true }), single(memory, '2026-03-09'))

  expect(readFileSync(memory, 'utf8').split('\n')).toEqual([
    '{',
    '  "findings": {',
    `    "${DISCOVERY}": {`,
    '      "changes": 1,',
    '      "since": "2026-03-02",',
    '      "state": "ongoing"',
    '    },',
    `    "${LIST}": {`,
    '      "changes": 1,',
    '      "since": "2026-03-02",',
    '      "state": "ongoing"',
    '    }',
    '  }',
    '}',
    '',
  ])
  expect(statSync(memory).mtimeMs).toBe(mtimeMs)
})

it('recognizes a failure if other calls come before it, and reports each place of it [§7]', async () => {
  const memory = fileIn()
  await explore(partner(), single(memory, '2026-03-02'))

  const { memory: found, failures } = await explore(partner({ discovers: true }), single(memory, '2026-03-03'))

  // The same goes wrong at one more call: one failure, at two places.
  expect(failures).toHaveLength(1)
  expect(found?.map(({ finding, state }) => [finding, state])).toEqual([
    [DISCOVERY, 'new'],
    [LIST, 'ongoing'],
  ])
})

it('recognizes a failure by its shape, whatever its ids, amounts and times [§7]', async () => {
  const memory = fileIn()
  const failing = (fact: string) => () => Promise.reject(new Error(fact))
  await explore(failing('the batch 3f2c9a1e7b of 09:30 has 2 payments, "A" of 1,250.00'), {
    memory,
    today: '2026-03-02',
  })

  const again = await explore(failing('the batch 81d5b02c6f of 17:05:10 has 14 payments, "B" of 7'), { memory })

  expect(statesOf(again)).toEqual([
    ['without any change: Error: the batch ID of N has N payments, "…" of N', 'ongoing', true],
  ])
})

it('accepts an ongoing finding for a reason until a given day [§7]', async () => {
  const memory = fileIn()
  await explore(partner(), single(memory, '2026-03-02'))
  accept(memory, LIST, { reason: 'mended with the new client', until: '2026-03-31' })

  const accepted = await explore(partner(), single(memory, '2026-03-31'))
  const late = await explore(partner(), single(memory, '2026-04-01'))

  expect(statesOf(accepted)).toEqual([[LIST, 'ongoing', false]])
  expect(accepted.text).toContain(
    `  ongoing since 2026-03-02, accepted until 2026-03-31 (mended with the new client): ${LIST}`,
  )
  expect(statesOf(late)).toEqual([[LIST, 'ongoing', true]])
  expect(late.text).toContain(
    `  ongoing since 2026-03-02, accepted until 2026-03-31, which is over (mended with the new client): ${LIST}`,
  )
})

it('passes a test only if all its findings are accepted [§7]', async () => {
  const memory = fileIn()
  const run = async (today: string) => {
    const tests: (() => Promise<void>)[] = []
    exploreTest((_, given) => void tests.push(given), 'lists', partner(), single(memory, today))
    return await tests[0]?.().then(
      () => 'passed',
      (error: Error) => error.message,
    )
  }

  expect(await run('2026-03-02')).toContain('\nThe timeline of status')
  expect(await run('2026-03-02')).toContain('new 0, ongoing 1, gone 0, come back 0')
  accept(memory, LIST, { reason: 'known', until: '2026-03-31' })
  expect(await run('2026-03-03')).toBe('passed')
  expect(await run('2026-04-01')).toContain('accepted until 2026-03-31, which is over')
})

it('forgets the acceptance of a finding that is gone, so that it fails when it comes back [§7]', async () => {
  const memory = fileIn()
  await explore(partner(), single(memory, '2026-03-02'))
  accept(memory, LIST, { reason: 'known', until: '2026-12-31' })
  await explore(partner({ repeats: true }), single(memory, '2026-03-03'))

  expect(findingsIn(memory)).toEqual({ [LIST]: { state: 'gone', since: '2026-03-03', changes: 1 } })
  expect(statesOf(await explore(partner(), single(memory, '2026-03-04')))).toEqual([[LIST, 'come back', true]])
  expect(statesOf(await explore(partner(), single(memory, '2026-03-05')))).toEqual([[LIST, 'ongoing', true]])
})

it('does not call a finding gone that was not tried [§7]', async () => {
  const memory = fileIn()
  const pairs = await explore(forgetful, { memory, today: '2026-03-02' })
  const known = findingsIn(memory)

  const singles = await explore(forgetful, { memory, today: '2026-03-03', depth: 1 })
  const one = await explore(forgetful, { memory, today: '2026-03-03', only: 'lostAnswer@1' })

  const finding = 'GET /wires/v1/payments, then GET /wires/v1/payments: RangeError: two failures'
  expect(statesOf(pairs)).toEqual([[finding, 'new', true]])
  expect(statesOf(singles)).toEqual([[finding, 'not tried', false]])
  expect(singles.text).toContain('new 0, ongoing 0, gone 0, come back 0, not tried 1')
  expect(one.memory).toEqual(singles.memory)
  expect(findingsIn(memory)).toEqual(known)
})

it('compares shards with the memory, and writes their findings when they are merged [§7]', async () => {
  const [memory, whole] = [fileIn(), fileIn()]
  await explore(forgetful, { memory: whole, today: '2026-03-02' })
  const parts: Exploration[] = []
  for (const shard of ['1/2', '2/2']) parts.push(await explore(forgetful, { memory, today: '2026-03-02', shard }))

  expect(parts.map(({ text }) => /^new.*/m.exec(text)?.[0])).toEqual(
    parts.map(() => 'new 1, ongoing 0, gone 0, come back 0'),
  )
  expect(existsSync(memory)).toBe(false)
  const merged = merge(JSON.parse(JSON.stringify(parts)), { memory, today: '2026-03-02' })

  expect(merged.text).toContain('\nnew 1, ongoing 0, gone 0, come back 0\n')
  expect(readFileSync(memory, 'utf8')).toBe(readFileSync(whole, 'utf8'))
  expect(statesOf(merge(parts, { memory, today: '2026-03-03' })).map(([, state]) => state)).toEqual(['ongoing'])
  expect(merge(parts).memory).toBeUndefined()
})

it('uses the date of the machine if none is given [§7]', async () => {
  const memory = fileIn()

  await explore(partner(), { ...single(memory, ''), today: undefined })

  expect(findingsIn(memory)[LIST].since).toMatch(/^20\d\d-\d\d-\d\d$/)
})

it.each([
  ['invalid JSON', '<<<<<<< HEAD', 'it is no JSON file'],
  ['another form', '[]', 'it has no record "findings"'],
  ['a misspelt field', '{"findings":{"a":{"state":"gone","since":"2026-03-02","changs":1}}}', '"a" must be { "state"'],
  [
    'a missing field',
    '{"findings":{"a":{"state":"gone","since":"2026-03-02"}}}',
    '"a" must be { "state": "ongoing" or "gone", "since": a day, "changes": a number }',
  ],
  [
    'an acceptance without an end',
    '{"findings":{"a":{"state":"ongoing","since":"2026-03-02","changes":1,"accepted":{"reason":"known"}}}}',
    '"accepted": { "reason": "…", "until": a day }, and is',
  ],
])('refuses a memory file with %s before any run, and does not change it [§7]', async (_, text, fact) => {
  const memory = fileIn()
  writeFileSync(memory, text)
  let runs = 0
  const scenario = async () => void runs++

  const failed = await explore(scenario, { memory }).catch((error: Error) => error)

  expect(failed).toMatchObject({ name: 'UsageError' })
  expect((failed as Error).message).toContain(`Failed to read the memory "${memory}": `)
  expect((failed as Error).message).toContain(fact)
  expect([runs, readFileSync(memory, 'utf8')]).toEqual([0, text])
})

it('refuses an invalid date [§7]', async () => {
  await expect(explore(partner(), { today: '2 March' })).rejects.toThrow('today: must be a day such as "2026-03-02"')
})

it('warns if the memory cannot be written, and keeps what was found [§7]', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'file'), '')

  const { warnings, failures } = await explore(partner(), single(join(folder, 'file', 'memory.json'), '2026-03-02'))

  expect(failures).toHaveLength(1)
  expect(warnings[0]).toContain('Failed to write the memory')
})
