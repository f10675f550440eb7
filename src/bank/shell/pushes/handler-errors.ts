/** Values that handlers threw. The records of pushes have only their texts; the values themselves are kept here. */
import type { PushState } from '../../../core/webhooks/state.ts'

/** The values that handlers threw, by record of the push. A fork shares the records; a bank read from JSON has new ones, without values. */
export const thrownByPush = new WeakMap<PushState, { readonly thrown: unknown }>()
