/** Types for the inputs of a caller. */

/** Any text; an editor suggests the known names. */
export type Open<Known extends string> = Known | (string & {})

/** Changes of a record; a missing field stays as it is. */
export type Changes<Request> = { [Field in keyof Request]?: Request[Field] | undefined }
