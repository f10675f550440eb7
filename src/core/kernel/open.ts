/** Names that an editor completes, where others may stand too. */
export type Open<Known extends string> = Known | (string & {})
