/** The first script of the page: inflates the data and the main script, and runs the main script. */

declare global {
  /** The data, as JSON. */
  var traceData: string | undefined
}

const place = document.querySelector('#trace') as HTMLElement

async function load(): Promise<void> {
  const [script, data] = [textOf('page'), textOf('data')]
  globalThis.traceData = data.type === 'application/json' ? data.text : await inflated(data.text)
  const element = document.createElement('script')
  element.textContent = await inflated(script.text)
  document.body.append(element)
}

function textOf(id: string): { readonly type: string; readonly text: string } {
  const element = document.querySelector<HTMLScriptElement>(`#${id}`)
  return { type: element?.type ?? '', text: element?.textContent ?? '' }
}

async function inflated(base64: string): Promise<string> {
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
  return await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).text()
}

load().catch((cause: unknown) => {
  place.textContent = `This page cannot be shown (${cause}). It needs a browser of 2023 or later.`
})

export {}
