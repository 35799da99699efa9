import { accepted } from './accepted.ts'
import { describeMutant } from './describe-mutant.ts'
import type { Mutant } from './find-mutants.ts'
import type { Source } from './sources.ts'

/** What has become of a mutant in all layers together. */
export type Verdict = 'killed' | 'hung' | 'survived' | 'unreached' | 'unknown'

export interface Judged {
  readonly path: string
  readonly source: Source
  readonly mutant: Mutant
  readonly verdict: Verdict
}

/** A table by folder, and each survivor. */
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

function isAccepted({ path, source, mutant }: Judged): boolean {
  const { line, was, becomes } = describeMutant(source.text, mutant)
  return accepted.some(
    (one) => one.path === path && one.line === line && one.was === was && one.becomes === becomes,
  )
}

/** Those of which no mutant is left: the code has changed, or a test kills it. */
export function outdated(all: readonly Judged[]): string[] {
  const survivors = all.filter(isSurvivor)
  const paths = new Set(all.map(({ path }) => path))
  const isLeft = (line: (typeof accepted)[number]) =>
    survivors.some(({ path, source, mutant }) => {
      const one = describeMutant(source.text, mutant)
      return (
        path === line.path &&
        one.line === line.line &&
        one.was === line.was &&
        one.becomes === line.becomes
      )
    })
  return accepted
    .filter((one) => paths.has(one.path) && !isLeft(one))
    .map(({ path, line }) => `${path}: ${line}`)
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
