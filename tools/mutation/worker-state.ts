import type { EvaluatedModules } from 'vite/module-runner'

/** The files and modules of a vitest worker; vitest shares the object, but not its type. */
interface WorkerState {
  readonly ctx: { readonly files: { readonly filepath: string }[] }
  readonly evaluatedModules: EvaluatedModules
}

declare global {
  var __vitest_worker__: WorkerState
}

/** Adds a file to the worker's queue, even while it is running another one. */
export function runNext(filepath: string): void {
  globalThis.__vitest_worker__.ctx.files.push({ filepath })
}

/**
 * Makes the next file import the sources again, so that code that runs at import is mutated too.
 * Modules that hold clones of the database stay loaded.
 */
export function forgetModules(): void {
  const { evaluatedModules } = globalThis.__vitest_worker__
  for (const [id, module] of evaluatedModules.idToModuleMap)
    if (isForgotten(id)) evaluatedModules.invalidateModule(module)
}

const root = `${process.cwd()}/`
const retained =
  /^(db|node_modules|test\/setup|tools\/mutation)\/|^test\/postgres\/(clones|restore-clone)\.ts/

function isForgotten(id: string): boolean {
  return id.startsWith(root) && !retained.test(id.slice(root.length))
}
