/**
 * Bodies under fake timers. Where a test has faked `queueMicrotask`, as jest's fake timers do, Node reads the body of a request or
 * response for ever. So what the bank hands out is read without it, which is quicker too, and what it is given is left unread then.
 */

type Methods = Pick<Response, 'text' | 'json'>

/** How messages of a kind are read, as it was when the first of them was made: to name the kinds on loading would make a host load them. */
const usual = new WeakMap<Methods, Methods>()

/** The methods of a kind of message; undefined where a spy was there before the first of them. */
function usualOf(prototype: Methods): Methods | undefined {
  const known = usual.get(prototype)
  if (known) return known
  const { text, json } = prototype
  // A method has a name and a length; a spy has more.
  if ([text, json].some((method) => Reflect.ownKeys(method).length > 2)) return undefined
  const methods = { text, json }
  usual.set(prototype, methods)
  return methods
}

/**
 * The message, whose `text()` and `json()` give `text`, which is its body. In everything else it is what it was: the body is used
 * afterwards, and what a test has put in the place of a method of all messages, or of this one, is called.
 */
export function withText<Message extends Request | Response>(message: Message, text: string): Message {
  const prototype = Object.getPrototypeOf(message) as Methods
  const own = usualOf(prototype)
  if (own === undefined) return message
  const read = async () => {
    if (message.bodyUsed) throw new TypeError('Failed to read the body: it was read before. Clone it first.')
    // Used from now on; nothing waits for what becomes of it.
    message.body?.cancel().catch(() => undefined)
    return asDecoded(text)
  }
  const methods = { text: read, json: async () => JSON.parse(await read()) as unknown }
  for (const name of ['text', 'json'] as const) {
    Object.defineProperty(message, name, {
      configurable: true,
      get: () => (prototype[name] === own[name] ? methods[name] : prototype[name]),
      set: (value: unknown) => Object.defineProperty(message, name, { configurable: true, writable: true, value }),
    })
  }
  return message
}

/** A text as its bytes would be read: without a byte order mark, and well formed. Nearly every text is so as it stands. */
export function asDecoded(text: string): string {
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
