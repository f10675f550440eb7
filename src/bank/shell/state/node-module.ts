/** Modules of Node, where there is Node: nothing is imported, so that a browser loads the same code. */

interface Process {
  getBuiltinModule?(name: string): object | undefined
}

/** A module of Node; undefined where there is no Node. */
export function nodeModule(name: string): object | undefined {
  return (globalThis as { process?: Process }).process?.getBuiltinModule?.(name)
}
