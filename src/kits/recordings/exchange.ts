/** One exchange with a service, as somebody recorded it. */
export interface RecordedExchange {
  readonly method: string
  readonly url: string
  /** Lower-case names. */
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Parsed where it is JSON, else the text; null where there was none. */
  readonly requestBody: unknown
  /** 0 where no answer came. */
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  /** As `requestBody`. */
  readonly body: unknown
  /** In milliseconds since 1970; null where the recording has no time. */
  readonly at: number | null
}
