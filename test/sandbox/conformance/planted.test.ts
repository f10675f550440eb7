/** Whatever is planted is found: any change of any field of any answer; any other value of an assumption. */
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { type AssumptionId, createBank } from 'vostro'
import { conformance } from 'vostro/sandbox'
import { always } from '../../properties/history.ts'
import { realService, serviceOf } from './real-service.ts'
import { everyStep } from './steps.ts'

const release = { every: { minutes: 30 } }

/** The places of all fields in a body, each with the record that it is in. */
function fieldsIn(value: unknown, path = 'body'): { path: string; record: Record<string, unknown>; name: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const record = value as Record<string, unknown>
  return Object.keys(record).flatMap((name) => [
    { path: `${path}.${name}`, record, name },
    ...fieldsIn(record[name], `${path}.${name}`),
  ])
}

/** Changes of a field that no service may make unseen. */
const changes: { readonly [name: string]: (record: Record<string, unknown>, name: string) => void } = {
  'left out': (record, name) => void delete record[name],
  renamed: (record, name) => {
    record[`${name}Renamed`] = record[name]
    delete record[name]
  },
  'of another type': (record, name) => {
    record[name] = typeof record[name] === 'object' ? 'a text' : { value: record[name] }
  },
}

it.each(Object.keys(changes))('finds a field that is %s, in whichever answer [§2.4]', async (kind) => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.nat(), async (whichCall, whichField) => {
      const against = realService({ release })
      const planted = { path: '', isOld: false }
      let count = 0
      const service = {
        ...against,
        fetch: async (request: Request) => {
          const response = await against.fetch(request)
          const text = await response.text()
          const body: unknown = text === '' ? null : JSON.parse(text)
          const fields = Array.isArray(body) ? [] : fieldsIn(body)
          if (count++ !== whichCall % 60 || response.status >= 400 || fields.length === 0)
            return new Response(text || null, response)
          const { path, record, name } = fields[whichField % fields.length] as (typeof fields)[number]
          // A record of before has no id that anybody knows.
          if (Array.isArray(record) || /address\d$/.test(path)) return new Response(text, response)
          planted.path = path
          changes[kind]?.(record, name)
          return new Response(JSON.stringify(body), response)
        },
      }

      const { verdict, differences, text } = await conformance(everyStep, {
        against: service,
        bank: { release },
        runs: 1,
      })

      if (planted.path === '') expect(verdict, text).toBe('agree')
      else
        expect(differences.map(({ path }) => path).join(' '), `${planted.path}: ${text}`).toContain(
          rootOf(planted.path),
        )
    }),
    always(6),
  )
})

/** Where a list or a page is meant, the list itself may be told: its records cannot be paired any more. */
const rootOf = (path: string): string =>
  /^body\.(results|Results)/.test(path) ? path.split('.').slice(0, 2).join('.') : path

it.each<[AssumptionId, unknown]>([
  ['tokens.lifetimeSeconds', 3_600],
  ['http.requestId', 'omitted'],
  ['http.createStatus', '201'],
  ['errors.unknownFields', 'refused'],
  ['wires.source', 'API'],
  ['wires.reviewSeconds', 90],
  ['wires.reviewOutcome', 'Hold'],
  ['subledgers.implicitListed', 'yes'],
  ['paging.pageSize', 3],
  ['subledgers.ledgerType', 'Direct'],
  ['wires.imadSource', 'PINE0042'],
  ['bank.name', 'ANOTHER TEST BANK'],
  ['events.subledgers', 'never'],
  ['loans.meta', 'omittedWithTotal'],
])('comes to a bank that does the same where %s is %j there [§7]', async (id, value) => {
  const assume = { [id]: value }
  const against = () => serviceOf(createBank({ seed: 9, release, assume }))

  const report = await conformance(everyStep, { against: against(), bank: { release } })

  expect(
    report.differences.filter(({ explained }) => explained === undefined),
    report.text,
  ).toEqual([])
  expect(
    await conformance(everyStep, { against: against(), bank: { release, assume: report.assume }, runs: 1 }),
  ).toMatchObject({
    verdict: 'agree',
  })
})
