/**
 * The page as it is bundled. What stands here is for code that runs without a build; a plugin of the build puts the bundle of
 * `page/main.tsx` and its style sheet in the place of this file.
 */
export interface BuiltPage {
  /** What shows the data: a script, deflated, in base64. */
  readonly script: string
  /** What unpacks the script and the data. */
  readonly loader: string
}

export const builtPage: BuiltPage | undefined = undefined
