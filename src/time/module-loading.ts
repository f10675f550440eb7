/** Modules that are being loaded: vitest does so through another process, and keeps account of them in either of these ways. */

interface Module {
  readonly promise?: unknown
  readonly evaluated?: boolean
  /** There from when the module runs on: one that waits for a timer then is not being loaded. */
  readonly exports?: unknown
  readonly resolving?: boolean
}

interface Worker {
  readonly resolvingModules?: { readonly size: number }
  /** Since vitest 4. */
  readonly evaluatedModules?: { readonly idToModuleMap?: ReadonlyMap<string, Module> }
  /** Before it. */
  readonly moduleCache?: ReadonlyMap<string, Module>
}

/** Whether a module that is imported has not come yet. */
export function isImporting(): boolean {
  const { __vitest_worker__: worker } = globalThis as { __vitest_worker__?: Worker }
  if (worker === undefined) return false
  if ((worker.resolvingModules?.size ?? 0) > 0) return true
  const modules = worker.evaluatedModules?.idToModuleMap ?? worker.moduleCache
  for (const { promise, evaluated, exports, resolving } of modules?.values() ?? [])
    if (resolving || (promise && !evaluated && exports === undefined)) return true
  return false
}
