import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { root } from './install.mjs'

/**
 * Counts the tests in vitest's reports in a folder, with a line for each failure. A file that could
 * not be loaded counts as one failure.
 */
export function countTests(folder) {
  const reports = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')))
  const files = reports.flatMap(({ testResults }) => testResults)
  const failures = files.flatMap(failuresIn)
  const passed = files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed').length
  return { passed, failed: failures.length, failures }
}

function failuresIn({ name, status, message, assertionResults }) {
  const line = (title, text) => `✗ ${relative(root, name)}${title}: ${firstLine(text)}`
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (status === 'failed' && failed.length === 0) return [line('', message)]
  return failed.map((test) => line(` > ${test.fullName}`, test.failureMessages[0]))
}

function firstLine(text = '') {
  return stripVTControlCharacters(text).trim().split('\n', 1)[0]
}

// `node bin/test-count.mjs FOLDER…` prints "PASSED FAILED", and the failures.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const counts = process.argv.slice(2).map(countTests)
  const sum = (what) => counts.reduce((total, one) => total + one[what], 0)
  for (const failure of counts.flatMap(({ failures }) => failures))
    process.stderr.write(`${failure}\n`)
  process.stdout.write(`${sum('passed')} ${sum('failed')}\n`)
}
