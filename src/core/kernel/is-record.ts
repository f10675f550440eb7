/** Records: values with named fields, as JSON has them in braces. */

/** Whether a value is a record, and not null, a list or a plain value. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
