import { readFileSync } from 'node:fs'
import type { Rule } from './rules.ts'
import { inProduct } from './source-files.ts'

const manifest: Record<string, Record<string, string>> = JSON.parse(
  readFileSync('package.json', 'utf8'),
)

/** After `npm start` no other package is installed. */
const installedByStart = new Set(
  ['dependencies', 'optionalDependencies'].flatMap((kind) => Object.keys(manifest[kind] ?? {})),
)

/** Node's own modules, and modules that exist only during the build. */
const isNoPackage = (name: string) => /^(node|virtual):/.test(name)

const isConfigOfTests = (path: string) => path === 'vitest.config.ts'

/** `npm start` does not install packages for tests and benchmarks. */
const startNeedsNoDevPackages: Rule = (files) =>
  inProduct(files)
    .filter(({ path }) => !isConfigOfTests(path))
    .flatMap((file) =>
      file.imports
        .filter(({ isOurs, typesOnly }) => !isOurs && !typesOnly)
        .filter(({ to }) => !isNoPackage(to) && !installedByStart.has(to))
        .map(({ to }) => `${file.path} imports ${to}`),
    )

/** The rules, each with code that must violate it. */
export const packageRules: readonly [string, Rule, ...(readonly [path: string, text: string])[]][] =
  [
    [
      'the shop needs no package of the tests',
      startNeedsNoDevPackages,
      ['domain/catalogue/items/items.ts', "import { parse } from 'node-html-parser'"],
      ['server/app.ts', "const { chromium } = await import('playwright-core')"],
      ['bin/build.mjs', "import lighthouse from 'lighthouse/core/index.js'"],
      ['vite.config.ts', "import x from 'vitest/config'"],
    ],
  ]
