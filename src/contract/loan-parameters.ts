/**
 * The parameters of the loan summary that the specification names, for documents: the call itself takes any name. The words for `jsconfig`
 * are those that change how a date is written; others change the names of fields, or which are there. (§4 call 9)
 */
import * as z from 'zod'

const count = z.int().min(0).max(999_999_999_999_999).optional()
const text = z.string().optional()

/** Each with what it does. */
export const loanParameters = {
  id: { schema: text, says: 'The Id of a loan, in either case.' },
  Skip: { schema: count, says: 'How many loans to pass over.' },
  Take: { schema: count, says: 'How many loans to answer with.' },
  OrderBy: {
    schema: text,
    says: 'Fields to order by, at commas; a minus before one turns it round. A field that there is none of is refused.',
  },
  OrderByDesc: { schema: text, says: 'The same, the greatest first. OrderBy wins.' },
  Include: { schema: text, says: 'What to count: Total, COUNT(*), SUM(LoanAmount) as Lent …' },
  Meta: { schema: text, says: 'Accepted, and changes nothing.' },
  jsconfig: {
    schema: z
      .string()
      .regex(/^dh:(?:to|dcjsc|iso8601|iso8601do|iso8601dt|rfc1123|ut|utm)$/)
      .optional(),
    says: 'How dates are written: dh:ut is in seconds of Unix time. Other words than these write fields under other names, which this document does not describe.',
  },
} as const satisfies { readonly [name: string]: { readonly schema: z.ZodType; readonly says: string } }
