/** The question on the limit of calls. (§8) */
import { differs, type Part, read, unknown } from './question.ts'

export const limits = {
  'limits.requestsPerSecond': read({
    how: 'looks for answers 429, and for headers that name a limit',
    when: 'the service answers 429, or names a limit in its headers',
    from: ({ all }) => all,
    judge(all) {
      const limited = all.filter(({ status }) => status === 429)
      const naming = all.filter(({ headers }) => Object.keys(headers).some((name) => /^(x-)?ratelimit/.test(name)))
      if (limited.length > 0) return differs(`${limited.length} of ${all.length} calls were answered 429`, limited)
      if (naming.length > 0) return differs('headers of the answers name a limit', naming)
      return unknown(
        `none of ${all.length} calls was answered 429, but the service may answer 429 to more calls, or to faster ones`,
      )
    },
  }),
} satisfies Part
