/** A stand-in for code that runs without a build. The build replaces this file by the bundle of `page/main.tsx` and its styles. */
export interface BuiltPage {
  /** The script that shows the data, deflated, in base64. */
  readonly script: string
  /** The script that inflates the other script and the data. */
  readonly loader: string
}

export const builtPage: BuiltPage | undefined = undefined
