import { parseSync, Visitor } from 'oxc-parser'

/** A word that is not used for a concept, in lower case; several words for a phrase. */
export interface Forbidden {
  readonly words: readonly string[]
  /** Forbidden in names only: the word is plain English in a sentence. */
  readonly namesOnly: boolean
}

/** Reads the last column of the glossary's tables. */
export function forbiddenWords(glossary: string): Forbidden[] {
  const cells = [...glossary.matchAll(/^\| .* \|([^|]*)\|$/gm)].map(([, cell = '']) => cell.trim())
  const entries = cells.flatMap((cell) => cell.split(',')).map((entry) => entry.trim())
  const unique = new Set(entries.filter((entry) => /^`?[a-z][a-z ]*`?$/.test(entry)))
  return [...unique].map((entry) => ({
    words: entry.replaceAll('`', '').split(' '),
    namesOnly: entry.startsWith('`'),
  }))
}

/** Splits 'keepDeposit', 'keep-deposit' and 'KEEP_DEPOSIT' into 'keep' and 'deposit'. */
function partsOf(name: string): string[] {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((part) => part.toLowerCase())
}

function holds(parts: readonly string[], words: readonly string[]): boolean {
  return parts.some((_, at) => words.every((word, n) => parts[at + n] === word))
}

export function wordsIn(text: string, forbidden: readonly Forbidden[]): string[] {
  const parts = partsOf(text)
  return forbidden.filter(({ words }) => holds(parts, words)).map(({ words }) => words.join(' '))
}

export interface Words {
  readonly path: string
  /** Names of variables, types, properties and JSX elements. */
  readonly names: ReadonlySet<string>
  /** Strings and text in JSX, without class names and imports. */
  readonly texts: readonly string[]
}

/** Parses a source file, or a JSON file as the module that it is imported as. */
export function parseFile(path: string, text: string) {
  return path.endsWith('.json')
    ? parseSync(`${path}.ts`, `export default ${text}`)
    : parseSync(path, text)
}

export function readWords(path: string, text: string): Words {
  const { program, module, errors } = parseFile(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const names = new Set<string>()
  const texts: { readonly start: number; readonly text: string }[] = []
  const ignored = new Set(module.staticImports.map(({ moduleRequest }) => moduleRequest.start))
  const name = (node: { readonly name: string }) => void names.add(node.name)
  new Visitor({
    Identifier: name,
    JSXIdentifier: name,
    JSXAttribute({ name: attribute, value }) {
      if (attribute.type === 'JSXIdentifier' && attribute.name === 'className' && value)
        ignored.add(value.start)
    },
    JSXText: ({ start, value }) => void texts.push({ start, text: value }),
    Literal({ start, value }) {
      if (typeof value === 'string') texts.push({ start, text: value })
    },
    TemplateElement: ({ start, value }) => void texts.push({ start, text: value.raw }),
  }).visit(program)
  return {
    path,
    names,
    texts: texts.filter(({ start }) => !ignored.has(start)).map((one) => one.text),
  }
}
