import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** The configuration of the step for floating promises, which includes the usual one. */
const withTypes = 'biome.with-types.json'

/** What our linter reports about a file with this text. */
function lint(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-lint-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { vcs: _, ...config } = JSON.parse(readFileSync('biome.json', 'utf8'))
  writeFileSync(join(folder, 'biome.json'), JSON.stringify(config))
  copyFileSync(withTypes, join(folder, withTypes))
  writeFileSync(join(folder, 'sample.test.ts'), text)
  const biome = resolve('node_modules/@biomejs/biome/bin/biome')
  const args = [biome, 'lint', `--config-path=${withTypes}`, '.']
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stderr
}

test.for([
  ['noFloatingPromises', 'const later = async () => 1\nexport function f() {\n  later()\n}\n'],
  ['noExplicitAny', 'export const x: any = 1\n'],
  ['noDoubleEquals', 'export const isOne = (a: string) => a == String(1)\n'],
  ['noNonNullAssertion', 'export const first = (a: number[]) => a[0]!\n'],
  ['noSkippedTests', "import { test } from 'vitest'\ntest.skip('a', () => {})\n"],
  ['noFocusedTests', "import { test } from 'vitest'\ntest.only('a', () => {})\n"],
] as const)('the linter finds fault: %s', ([rule, text]) => {
  expect(lint(text)).toContain(rule)
})

test('the linter accepts correct code', () => {
  expect(lint('export const later = async () => 1\n')).not.toContain('━')
})
