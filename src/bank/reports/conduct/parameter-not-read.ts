/** A misspelt parameter changes nothing: a client that asks for another page gets the first one for ever. (§4) */
import { unreadParameters } from '../../../contract/query.ts'
import type { Rule } from './finding.ts'
import { groupBy } from './group-by.ts'

export const parameterNotRead: Rule = {
  rule: 'parameter_not_read',
  section: '§4',
  advice: 'Send the names that the call is documented to take.',
  find: ({ exchanges }) => {
    const unread = exchanges.flatMap(({ id, endpoint, url }) =>
      endpoint === null ? [] : unreadParameters(endpoint, url).map((name) => ({ id, endpoint, name })),
    )
    const groups = groupBy(unread, ({ endpoint, name }) => JSON.stringify([endpoint, name]))
    return [...groups.values()].map((group) => {
      const [{ endpoint, name }] = group as [(typeof group)[number]]
      return {
        fact: `The call ${endpoint} does not read the parameter "${name}".`,
        requests: group.map(({ id }) => id),
      }
    })
  },
}
