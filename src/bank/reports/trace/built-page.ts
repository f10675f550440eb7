/**
 * The bundled page. This file is for code that runs without a build: a plugin of the build replaces it by the bundle of `page/main.tsx` and
 * its style sheet.
 */
export interface BuiltPage {
  /** The script that shows the data, deflated, in base64. */
  readonly script: string
  /** The script that unpacks that script and the data. */
  readonly loader: string
}

export const builtPage: BuiltPage | undefined = undefined
