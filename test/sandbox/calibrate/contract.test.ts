import { expect, it } from 'vitest'
import { calibrate } from 'vostro/sandbox'
import { answeringOtherwise } from '../../support/answering-otherwise.ts'
import { hiddenBank } from './hidden-bank.ts'

it('tells of no difference from the contract where there is none [§7]', async () => {
  const { contract } = await calibrate(hiddenBank())

  expect(contract).toEqual([])
})

it('tells of a field that has another name, though no assumption explains it [§2.1]', async () => {
  const renamed = answeringOtherwise(hiddenBank(), ({ body, ...answer }) => {
    const { token_type: tokenType, ...rest } = body ?? {}
    return { ...answer, body: tokenType === undefined ? body : { ...rest, tokenType } }
  })

  const { contract, text } = await calibrate({ ...renamed, scope: 'read' })

  expect(contract.map(({ endpoint, path, problem, source }) => ({ endpoint, path, problem, source }))).toEqual([
    { endpoint: 'requestToken', path: 'token_type', problem: 'missing field', source: '§2.1' },
    { endpoint: 'requestToken', path: 'tokenType', problem: 'unknown field', source: '§2.1' },
  ])
  expect(text).toContain('requestToken token_type: missing field')
})

it('tells of another status [§4]', async () => {
  const created = answeringOtherwise(hiddenBank(), (answer) => ({
    ...answer,
    status: answer.status === 200 ? 201 : answer.status,
  }))

  const { contract } = await calibrate({ ...created, scope: 'read' })

  expect(contract[0]).toMatchObject({
    problem: 'other status',
    expected: '200',
    seen: '201',
    source: 'http.createStatus',
  })
})
