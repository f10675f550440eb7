import { expect, it } from 'vitest'
import { calibrate } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { hiddenBank } from './hidden-bank.ts'

it('makes no call about a record of which it knows no id [§2.8]', async () => {
  const service = answeringOtherwise(hiddenBank(), (answer, { method, url }) =>
    method === 'POST' && url.endsWith('/registrations') && answer.status === 200
      ? { ...answer, body: { accepted: true } }
      : answer,
  )

  const { left, exchanges } = await calibrate({ ...service, scope: 'create' })

  const asked = exchanges.map(({ method, url }) => `${method} ${new URL(url).pathname}`)
  expect(asked.filter((call) => /^(PUT|DELETE) .*\/registrations\/?$/.test(call))).toEqual([])
  expect(left.filter(({ kind }) => kind === 'registration')).toEqual([])
})
