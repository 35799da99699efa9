import { readFileSync } from 'node:fs'
import { type Node, parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { projectPaths } from './architecture/source-files.ts'

/** Values that are the name of a person or a closet. */
const NAME = /(?:^n|[a-z]N)ame$/
const PEOPLE = /^(full|owner|renter|writer|other|about|late|lister|giver|closet)Name$/

function nameIn(node: Node): string | null {
  const last = node.type === 'MemberExpression' && !node.computed ? node.property : node
  return last.type === 'Identifier' && NAME.test(last.name) && PEOPLE.test(last.name)
    ? last.name
    : null
}

/** Names that are written into a sentence of markup without `<bdi>`. */
function bareNamesIn(path: string, source: string): string[] {
  const found: string[] = []
  const visit = (children: readonly Node[]) => {
    const shown = children.filter((child) => child.type !== 'JSXText' || child.value.trim() !== '')
    for (const child of shown.length > 1 ? shown : []) {
      if (child.type !== 'JSXExpressionContainer') continue
      const name = nameIn(child.expression)
      if (name) found.push(`${path}: {${name}}`)
    }
  }
  new Visitor({
    JSXElement: ({ children }) => visit(children),
    JSXFragment: ({ children }) => visit(children),
  }).visit(parseSync(path, source).program)
  return found
}

test('a name in a sentence of a screen is isolated from the text beside it', () => {
  const found = projectPaths()
    .filter((path) => /^app\/.*\.tsx$/.test(path) && !path.includes('.test.'))
    .flatMap((path) => bareNamesIn(path, readFileSync(path, 'utf8')))
  expect(found).toEqual([])
})

test('a bare name beside other text is found', () => {
  const bare = 'const a = <p>By {person.fullName}, today</p>'
  expect(bareNamesIn('a.tsx', bare)).toEqual(['a.tsx: {fullName}'])
  expect(bareNamesIn('a.tsx', bare.replace(/\{.*\}/, '<bdi>$&</bdi>'))).toEqual([])
  expect(bareNamesIn('a.tsx', 'const a = <h1>{fullName}</h1>')).toEqual([])
})
