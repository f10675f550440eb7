/** Without a build, there is no page. The build replaces this file by the bundle of `page/main.tsx` and its styles. */
export interface BuiltPage {
  /** The script that shows the data. The script is deflated, and written in base64. */
  readonly script: string
  /** The script that inflates the other script and the data. */
  readonly loader: string
}

export const builtPage: BuiltPage | undefined = undefined
