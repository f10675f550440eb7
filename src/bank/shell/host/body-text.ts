/**
 * Bodies under fake timers. If a test has faked `queueMicrotask`, as jest's fake timers do, Node never finishes reading a body. So bodies
 * that the bank makes are read without Node, which is also faster.
 */

type Methods = Pick<Response, 'text' | 'json'>

/** The original methods of Request and Response, taken from the first message of each, so that the host loads no class too early. */
const usual = new WeakMap<Methods, Methods>()

/** Undefined if a spy replaced one of the methods before the first message. */
function usualOf(prototype: Methods): Methods | undefined {
  const known = usual.get(prototype)
  if (known) return known
  const { text, json } = prototype
  // A method has two properties, name and length; a spy has more.
  if ([text, json].some((method) => Reflect.ownKeys(method).length > 2)) return undefined
  const methods = { text, json }
  usual.set(prototype, methods)
  return methods
}

/**
 * Makes `text()` and `json()` of a message return its body, given as `text`, without Node. All else is as usual: the body counts as used
 * afterwards, and if a test has replaced a method, for this message or for all, the test's method is called.
 */
export function withText<Message extends Request | Response>(message: Message, text: string): Message {
  const prototype = Object.getPrototypeOf(message) as Methods
  const own = usualOf(prototype)
  if (own === undefined) return message
  const read = async () => {
    if (message.bodyUsed) throw new TypeError('Failed to read the body: it was read before. Clone it first.')
    // This marks the body as used. Nothing waits for the end of the cancellation.
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

/** A text as if it was decoded from bytes: without a byte order mark, and well formed. Nearly every text is returned unchanged. */
export function asDecoded(text: string): string {
  return /[\uD800-\uDFFF\uFEFF]/.test(text) ? new TextDecoder().decode(new TextEncoder().encode(text)) : text
}

/** Empty if `queueMicrotask` is faked, because then the body could never be read. */
export async function readText(response: Response): Promise<string> {
  let isRun = false
  queueMicrotask(() => {
    isRun = true
  })
  await null
  return isRun ? await response.text() : ''
}
