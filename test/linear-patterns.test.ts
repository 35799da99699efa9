import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse } from 'scslre'
import { expect, test } from 'vitest'
import { projectPaths } from './architecture/source-files.ts'

const sources = projectPaths()
  .filter((path) => /^(app|db|domain|gateways|packages|server)\/.*\.tsx?$/.test(path))
  .filter((path) => !/\.test\.tsx?$|\/testing\//.test(path))

interface Pattern {
  readonly path: string
  readonly source: string
  readonly flags: string
}

/** The regular expressions of a module, and the places that build one from a string. */
function patternsIn(path: string): { patterns: Pattern[]; made: string[] } {
  const text = readFileSync(path, 'utf8')
  const patterns: Pattern[] = []
  const made: string[] = []
  new Visitor({
    Literal(node) {
      if ('regex' in node && node.regex)
        patterns.push({ path, source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression({ callee, start, end }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp')
        made.push(`${path}: ${text.slice(start, end)}`)
    },
  }).visit(parseSync(path, text).program)
  return { patterns, made }
}

/** Why a pattern can take more than linear time; empty if it cannot. */
function slowness({ source, flags }: Pick<Pattern, 'source' | 'flags'>): string[] {
  const { reports } = analyse({ source, flags })
  return reports.map(
    ({ type, exponential }) => `${exponential ? 'exponential' : 'polynomial'} ${type}`,
  )
}

test.for([
  [/\s+$/, 'polynomial Move'],
  [/a+b/, 'polynomial Move'],
  [/^(?:a+)+b$/, 'exponential Self'],
  [/^\d*1?\d*$/, 'polynomial Trade'],
] as const)('the analysis knows that %s is slow', ([pattern, why]) => {
  expect(slowness(pattern)).toContain(why)
})

const found = sources.map(patternsIn)

test('every regular expression takes linear time', () => {
  const all = found.flatMap(({ patterns }) => patterns)
  expect(all.length).toBeGreaterThan(150)
  const slow = all.flatMap((pattern) =>
    slowness(pattern).map((why) => `${pattern.path} /${pattern.source}/${pattern.flags}: ${why}`),
  )
  expect(slow).toEqual([])
})

test('no regular expression is built from a string', () => {
  expect(found.flatMap(({ made }) => made)).toEqual([])
})
