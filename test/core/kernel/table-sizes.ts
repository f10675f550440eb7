/** Sizes of tables around every border of their nodes, and their contents. */
import { thoroughly } from '../../support/thorough.ts'

const large = thoroughly([32_767, 32_768, 32_769, 32_801], [32_769])
export const sizes = [1, 31, 32, 33, 63, 64, 65, 1_023, 1_024, 1_025, 1_055, 1_056, 1_057, ...large]

export const numbers = (size: number) => Array.from({ length: size }, (_, slot) => slot * 3)
