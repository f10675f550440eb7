/** Types of what a caller may give. */

/** Names that an editor completes, where others may stand too. */
export type Open<Known extends string> = Known | (string & {})

/** Changes of a record; what is left out stays. */
export type Changes<Request> = { [Field in keyof Request]?: Request[Field] | undefined }
