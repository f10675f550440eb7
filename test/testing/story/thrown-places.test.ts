import { expect, it } from 'vitest'
import { createBank } from 'vostro'
import { storyOf } from '../../../src/testing/story/story.ts'
import { registrationRequest } from '../../support/calls.ts'

it('says where a handler threw, unless the message does so already [§6]', async () => {
  const bank = createBank()
  const request = registrationRequest(bank)
  const { id } = bank.webhooks.register({ ...request, registrationType: 'Push' })
  bank.webhooks.connect(request.callbackUrl, () => {
    throw new TypeError('no resources')
  })
  bank.webhooks.ping(id)
  await bank.settled()

  const [line] = storyOf(bank, 'expected 1 to be 2').match(/- TypeError: no resources, thrown at .*/) ?? []

  expect(line).toMatch(/thrown-places\.test\.ts:\d+:\d+$/)
  const place = line?.split('thrown at ')[1]
  expect(storyOf(bank, `… thrown at ${place}`)).not.toContain('Thrown by handlers')
})
