import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { findMutants } from './find-mutants.ts'
import { instrument } from './instrument.ts'
import { mutatedFiles } from './mutated-files.ts'

const root = join(import.meta.dirname, '../..')

/** Puts every mutant into what the server runs; the files themselves stay as they are. */
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
