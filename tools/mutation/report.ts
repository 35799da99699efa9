import { type Accepted, accepted } from './accepted.ts'
import { describeMutant } from './describe-mutant.ts'
import type { Mutant } from './find-mutants.ts'
import type { Source } from './sources.ts'

/** The result of a mutant in all layers together. */
export type Verdict = 'killed' | 'hung' | 'survived' | 'unreached' | 'unknown'

export interface Judged {
  readonly path: string
  readonly source: Source
  readonly mutant: Mutant
  readonly verdict: Verdict
}

/** The survivors that are not accepted, and a table by folder. */
export function reportOf(all: readonly Judged[]): string {
  const byFolder = Map.groupBy(all, ({ path }) => path.slice(0, path.lastIndexOf('/')))
  const rows = [...byFolder].map(([folder, ofFolder]) => rowOf(folder, ofFolder))
  const survivors = all.filter(isSurvivor)
  const open = survivors.filter((one) => !isAccepted(one))
  const lines = open.map(({ path, source, mutant, verdict }) => {
    const { line, was, becomes } = describeMutant(source.text, mutant)
    const reach = verdict === 'unreached' ? ', which no test reaches' : ''
    return `${path}:${mutant.line}${reach}\n    ${line}\n    ${was || '(nothing)'} → ${becomes || '(nothing)'}`
  })
  return [
    ...lines,
    ...(lines.length > 0 ? [''] : []),
    row(['', 'mutants', 'killed', 'hung', 'survived', 'accepted', 'not run', '% killed']),
    ...rows,
    rowOf('all', all),
  ].join('\n')
}

function isSurvivor({ verdict }: Judged): boolean {
  return verdict === 'survived' || verdict === 'unreached'
}

export function isAccepted(judged: Judged): boolean {
  return accepted.some((one) => isOf(one, judged))
}

/** Accepted survivors that do not exist any more or that a test kills. Skips what did not run. */
export function outdated(all: readonly Judged[]): string[] {
  const sources = new Map(all.map(({ path, source }) => [path, source]))
  return accepted
    .filter((one) => {
      const source = sources.get(one.path)
      if (!source) return false
      if (!source.mutants.some((mutant) => isOf(one, { path: one.path, source, mutant })))
        return true
      const judged = all.filter((other) => isOf(one, other))
      return judged.length > 0 && judged.every(isDead)
    })
    .map(({ path, line, was, becomes }) => `${path}: ${line} (${was} → ${becomes})`)
}

function isDead({ verdict }: Judged): boolean {
  return verdict === 'killed' || verdict === 'hung'
}

function isOf(one: Accepted, { path, source, mutant }: Omit<Judged, 'verdict'>): boolean {
  if (one.path !== path) return false
  const { line, was, becomes } = describeMutant(source.text, mutant)
  return one.line === line && one.was === was && one.becomes === becomes
}

function rowOf(name: string, all: readonly Judged[]): string {
  const count = (verdict: Verdict) => all.filter((one) => one.verdict === verdict).length
  const ran = all.length - count('unknown')
  const dead = count('killed') + count('hung')
  const answered = all.filter((one) => isSurvivor(one) && isAccepted(one)).length
  const percent = ran === 0 ? '' : ((100 * dead) / ran).toFixed(1)
  const numbers = [
    all.length,
    count('killed'),
    count('hung'),
    ran - dead,
    answered,
    all.length - ran,
  ]
  return row([name, ...numbers.map(String), percent])
}

function row([name = '', ...cells]: readonly string[]): string {
  return `${name.padEnd(22)}${cells.map((cell) => cell.padStart(10)).join('')}`
}
