import { basename } from 'node:path'

const bannedEndings = new Set(
  'util utils helper helpers common misc lib manager service services handler handlers v2'.split(
    ' ',
  ),
)
const bannedNames = new Set(['process', 'data'])
const namedByOthers =
  /^(\.|node_modules\/|(README|SECURITY|CONTRIBUTING|findings\/README|packages\/[a-z-]+\/README)\.md$|Containerfile$|app\/entry\.|docs\/decisions\/|public\/\.well-known\/)/

/** Checks paths of files of every kind. */
export function badNames(paths: readonly string[]): string[] {
  return paths.filter((path) => {
    if (namedByOthers.test(path)) return false
    const [name = ''] = basename(path).split('.')
    const isKebab = path.split('/').every((part) => /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(part))
    return !isKebab || bannedNames.has(name) || bannedEndings.has(name.split('-').at(-1) ?? '')
  })
}
