import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/**
 * Tests that really ran, by the reports that vitest left in a folder. A file that could not even be
 * loaded counts as one that failed.
 */
export function countTests(folder) {
  const reports = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const files = reports.flatMap(({ testResults }) => testResults)
  const tests = files.flatMap(({ assertionResults }) => assertionResults)
  const count = (status) => tests.filter((test) => test.status === status).length
  const brokenFiles = files.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return { passed: count('passed'), failed: count('failed') + brokenFiles.length }
}

// `node bin/test-count.mjs FOLDER…` prints "PASSED FAILED".
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const counts = process.argv.slice(2).map(countTests)
  const sum = (what) => counts.reduce((total, one) => total + one[what], 0)
  process.stdout.write(`${sum('passed')} ${sum('failed')}\n`)
}
