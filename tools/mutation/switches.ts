/** Turns one mutant at a time on, and counts which mutants a test reaches. */
interface Switches {
  /** The mutant under test. */
  active: { readonly path: string; readonly number: number } | null
  /** How often the active mutant was reached. The limit stops endless loops. */
  reached: number
  limit: number
  /** Called for each reached mutant while coverage is recorded. */
  record: ((path: string, number: number) => void) | null
}

type FileSwitches = (path: string) => (number: number) => boolean

declare global {
  /** Called by each file with mutants (`instrument.ts`), in the sources and in the build. */
  var mutants_: FileSwitches | undefined
}

export const switches: Switches = { active: null, reached: 0, limit: 0, record: null }

export function install(): void {
  globalThis.mutants_ = (path) => (number) => {
    switches.record?.(path, number)
    const { active } = switches
    if (active === null || active.number !== number || active.path !== path) return false
    switches.reached += 1
    if (switches.reached > switches.limit) throw new Error('This mutant is reached without an end.')
    return true
  }
}
