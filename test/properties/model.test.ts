import * as fc from 'fast-check'
import { it } from 'vitest'
import { always } from './history.ts'
import { compare } from './model/side-by-side.ts'
import { bankOptions, story } from './model/steps.ts'

it('does with money, at every step of any story, what a plain bookkeeper says of it [§2.8][§2.9][§3]', () => {
  fc.assert(fc.property(bankOptions, story, compare), always(150))
})
