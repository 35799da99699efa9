import type { EvaluatedModules } from 'vite/module-runner'

/** What a worker of vitest goes through and has imported: vitest shares it, but not its type. */
interface WorkerState {
  readonly ctx: { readonly files: { readonly filepath: string }[] }
  readonly evaluatedModules: EvaluatedModules
}

declare global {
  var __vitest_worker__: WorkerState
}

/** The worker runs this file after those it has, also while it is running one. */
export function runNext(filepath: string): void {
  globalThis.__vitest_worker__.ctx.files.push({ filepath })
}

/**
 * The next file imports the sources anew, so that what runs once, at import, is mutated too. What
 * holds the clones of the database stays.
 */
export function forgetModules(): void {
  const { evaluatedModules } = globalThis.__vitest_worker__
  for (const [id, module] of evaluatedModules.idToModuleMap)
    if (isForgotten(id)) evaluatedModules.invalidateModule(module)
}

const root = `${process.cwd()}/`
const staying = /^(db|node_modules|test\/(setup|mutation))\/|^test\/(clones|restore-clone)\.ts/

function isForgotten(id: string): boolean {
  return id.startsWith(root) && !staying.test(id.slice(root.length))
}
