/** Types for the inputs of a caller. */

/** Names that an editor completes, though any other text is allowed too. */
export type Open<Known extends string> = Known | (string & {})

/** The changes of a record; a missing field stays. */
export type Changes<Request> = { [Field in keyof Request]?: Request[Field] | undefined }
