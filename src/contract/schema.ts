/** A schema of zod, whose own types stay out of the tables and so out of the published types. */
export interface Schema {
  readonly _zod: unknown
}
