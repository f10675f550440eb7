/** What vite makes of imports that TypeScript does not know. */
declare module '*?raw' {
  const text: string
  export default text
}

declare module '*.css'

interface ImportMeta {
  readonly env: { readonly SSR: boolean }
}
