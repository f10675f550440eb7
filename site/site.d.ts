/** Types of the imports that vite resolves and TypeScript does not know. */
declare module '*?raw' {
  const text: string
  export default text
}

declare module '*.css'

interface ImportMeta {
  readonly env: { readonly SSR: boolean }
}
