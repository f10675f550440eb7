/** Compiles a story to a function: removes its types, takes its imports from the playground, and keeps each line at its number. */
import { transform } from 'sucrase'

/** The file name of a story in the stack of an error. */
export const STORY_FILE = 'story.ts'

type Modules = Readonly<Record<string, object>>

export function compiled(code: string, modules: Modules, given: object): () => Promise<void> {
  const script = transform(code, {
    transforms: ['typescript', 'imports'],
    filePath: STORY_FILE,
    disableESTransforms: true,
    preserveDynamicImport: false,
  }).code
  const names = { require: requireFrom(modules), exports: {}, module: {}, ...given }
  const AsyncFunction = (async () => {}).constructor as new (
    ...source: string[]
  ) => (...values: unknown[]) => Promise<void>
  const run = new AsyncFunction(...Object.keys(names), `${script}\n//# sourceURL=${STORY_FILE}`)
  return () => run(...Object.values(names))
}

function requireFrom(modules: Modules): (name: string) => object {
  return (name) => {
    const found = modules[name]
    if (found) return { __esModule: true, ...found }
    throw new Error(
      `Failed to import "${name}": the playground has no such module. It has ${Object.keys(modules).join(', ')}.`,
    )
  }
}
