import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { nodePackage, root } from './install.mjs'
import { Problem } from './progress.mjs'

const [oldestMajor, oldestMinor] = [22, 18]

/**
 * The Node installed with the packages, or the current one if it runs TypeScript. Null when the
 * packages have to be installed first.
 */
export function nodeIfPresent() {
  const brought = join(root, 'node_modules', nodePackage, 'bin/node')
  if (spawnSync(brought, ['--version']).status === 0) return brought
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor))
    return process.execPath
  return null
}

/** Call after the install. */
export function findNode() {
  const node = nodeIfPresent()
  if (node) return node
  throw new Problem(
    `The packages include no Node for ${process.platform}-${process.arch}, and the installed one is ${process.version}: install Node ${oldestMajor}.${oldestMinor} or newer.`,
  )
}

/** The environment in which that Node and the packages' commands come first in the path. */
export function environmentWithNode() {
  const path = [join(findNode(), '..'), join(root, 'node_modules/.bin'), process.env.PATH]
  return { ...process.env, PATH: path.filter(Boolean).join(delimiter) }
}
