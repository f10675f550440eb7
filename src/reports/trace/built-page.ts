/**
 * The page as it is bundled: its script and its style sheet. What stands here is for code that runs without a build; a plugin of the
 * build puts the bundle of `page/main.tsx` in the place of this file.
 */
export interface BuiltPage {
  readonly script: string
  readonly style: string
}

export const builtPage: BuiltPage | undefined = undefined
