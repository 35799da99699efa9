import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = 'deploy/cluster'

/** A file of `deploy/cluster` with its `${…}` placeholders filled in. */
export function filled(file: string, words: Readonly<Record<string, string | number>>): string {
  return fill(readFileSync(join(FOLDER, file), 'utf8'), words)
}

/** A bare `${…}`, as in comments that explain it, stays as it is. */
export function fill(template: string, words: Readonly<Record<string, string | number>>): string {
  return template.replaceAll(/\$\{([A-Z0-9_]+)\}/g, (_, name: string) => {
    const word = words[name]
    if (word === undefined) throw new Error(`nothing is given for ${name}`)
    return String(word)
  })
}

/** The lines NAME=value of a file of settings. */
export function settingsIn(text: string): Record<string, string> {
  const lines = [...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)]
  return Object.fromEntries(lines.map(([, name = '', value = '']) => [name, value]))
}
