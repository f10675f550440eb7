/**
 * A token is kept and reused until it expires. This rule finds a client that requests a new token after a single call, though the old one
 * is valid. It leaves out a client that renews its token early, asks twice before its first call, or runs in a second process. (§5 rule 4)
 */

import { groupBy } from '../../../core/kernel/group-by.ts'
import { bearerOf, type Grant, grantsIn } from '../../shell/state/caller.ts'
import type { Evidence, Rule, RuleFinding } from './finding.ts'

export const tokenRequestedPerCall: Rule = {
  rule: 'token_requested_per_call',
  section: '§5 rule 4',
  advice: 'Keep the token and send it with every call until it expires or a call is answered 401.',
  find: ({ exchanges }) => {
    const groups = groupBy(grantsIn(exchanges), ({ client, audience }) => JSON.stringify([client, audience]))
    return [...groups.values()].flatMap((grants) => unusedGrants(grants, exchanges))
  },
}

function unusedGrants(grants: readonly Grant[], exchanges: Evidence['exchanges']): RuleFinding[] {
  const uses = new Map<string, number[]>(grants.map(({ token }) => [token, []]))
  exchanges.forEach((exchange, index) => {
    uses.get(bearerOf(exchange) ?? '')?.push(index)
  })
  const needless = grants.slice(1).filter((grant, index) => {
    const before = grants[index] as Grant
    const [use, ...others] = uses.get(before.token) ?? []
    if (use === undefined || others.length > 0 || use > grant.index) return false
    return exchanges[use]?.status !== 401 && grant.from < before.until - marginOf(before)
  })
  // Where tokens are reused, one token too many may come from a second process or a restart.
  const isReused = [...uses.values()].some(({ length }) => length > 1)
  if (needless.length === 0 || (needless.length === 1 && isReused)) return []
  const { client, audience } = grants[0] as Grant
  const fact = `The client "${client}" requested ${grants.length} tokens for "${audience}", ${needless.length} of them after a single call with one that was valid.`
  return [{ fact, requests: needless.map(({ id }) => id) }]
}

/** How long before its end a token may be renewed: a tenth of its life, but at least a minute, or half of a life below two minutes. */
function marginOf({ from, until }: Grant): number {
  const life = until - from
  return Math.max(life / 10, Math.min(60_000, life / 2))
}
