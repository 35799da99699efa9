import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { findMutants } from './find-mutants.ts'
import { instrument } from './instrument.ts'
import { mutatedFiles } from './mutated-files.ts'

const root = join(import.meta.dirname, '../..')

/** Adds every mutant to the code that the server runs, without changing the files. */
export function mutantsPlugin(): Plugin {
  const paths = new Set(mutatedFiles(root))
  return {
    name: 'mutants',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name !== 'client',
    load(id) {
      const path = relative(root, id)
      if (!paths.has(path)) return null
      const text = readFileSync(id, 'utf8')
      return instrument(path, text, findMutants(path, text))
    },
  }
}
