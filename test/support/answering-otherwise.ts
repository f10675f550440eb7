/** A service whose answers are changed on their way to the client. */

/** An answer, with its body as JSON: null where it is empty. */
interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  // biome-ignore lint/suspicious/noExplicitAny: of any call.
  readonly body: any
}

/** What an answer becomes: with the headers that it had, where no others are given. */
type Changed = Omit<Answer, 'headers'> & Partial<Answer>

/** The same service, but for what `change` makes of each answer. */
export function answeringOtherwise<Service extends { fetch(request: Request): Promise<Response> }>(
  service: Service,
  change: (answer: Answer, request: Request) => Changed,
): Service {
  const fetch = async (request: Request) => {
    const response = await service.fetch(request.clone())
    const text = await response.text()
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text === '' ? null : JSON.parse(text),
    }
    const { status, headers = answer.headers, body } = change(answer, request)
    return new Response(body === null ? null : JSON.stringify(body), { status, headers })
  }
  return { ...service, fetch }
}
