/**
 * Bodies under fake timers. Where a test has faked `queueMicrotask`, as jest's fake timers do, Node reads the body of a request or
 * response for ever. So what the bank hands out is read without it, and what it is given is left unread then.
 */

/** The message, whose `text()` and `json()` give `text`, which is its body. */
export function withText<Message extends Request | Response>(message: Message, text: string): Message {
  let isRead = false
  const read = async () => {
    if (isRead || message.bodyUsed) throw new TypeError('Failed to read the body: it was read before. Clone it first.')
    isRead = true
    return asDecoded(text)
  }
  return Object.defineProperties(message, {
    text: { value: read },
    json: { value: async () => JSON.parse(await read()) },
  })
}

/** A text as its bytes would be read: without a byte order mark, and well formed. Nearly every text is so as it stands. */
function asDecoded(text: string): string {
  return /[\uD800-\uDFFF\uFEFF]/.test(text) ? new TextDecoder().decode(new TextEncoder().encode(text)) : text
}

/** The body of a response; empty under a faked `queueMicrotask`, where it could never be read. */
export async function readText(response: Response): Promise<string> {
  let isRun = false
  queueMicrotask(() => {
    isRun = true
  })
  await null
  return isRun ? await response.text() : ''
}
