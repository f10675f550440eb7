/** What the token server does. (§2.1, §5) */
import type { Probe } from '../probe.ts'

export const tokenProbes: readonly Probe[] = [
  {
    name: 'a token request without an audience',
    scope: 'read',
    needs: [],
    how: 'asks for a token without naming an audience',
    tells: { 'tokens.withoutAudience': '' },
    async run(service, tell) {
      const { status, isDone } = await service.send('requestToken', { body: service.tokenRequest(undefined) })
      tell.is(
        'tokens.withoutAudience',
        isDone ? 'everything' : 'refused',
        `a request without an audience was answered ${status}`,
      )
    },
  },
  {
    name: 'a token at the other service',
    scope: 'read',
    needs: ['loanBaseUrl'],
    how: 'asks for a token for the audience of the banking API, and takes it to the loan service',
    tells: { 'tokens.audience': 'an audience was given' },
    async run(service, tell) {
      const { audience } = service.credentials
      if (audience === undefined) return tell.untold('tokens.audience', 'credentials.audience was not given')
      const authorization = `Bearer ${await service.token()}`
      const { status, isDone } = await service.send('getLoanEvents', { headers: { authorization } })
      if (isDone) tell.is('tokens.audience', 'shared', `the loan service took a token for ${audience}`)
      else if (status === 401 || status === 403) {
        tell.is('tokens.audience', 'perService', `the loan service answered ${status} to a token for the banking API`)
      } else tell.untold('tokens.audience', `the loan service answered ${status}`)
    },
  },
]
