import { readFileSync } from 'node:fs'
import { type Node, parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { projectPaths } from './architecture/source-files.ts'

/** Values that are the name of a person or a closet. */
const NAME =
  /^((full|owner|renter|writer|other|about|late|lister|giver|closet|reporter|reported|requested|shopper|person|editor|next)Name|giver|by|(answered|decided|reviewed)By(Name)?)$/
/** Their `name` is one too. */
const PEOPLE = /^(buyer|person|owner|renter|writer|lister|giver|closet|feedback)$/

/** No sentences: the name of a file, and a key of React. */
const NOT_READ = /^`(hemline-payouts-|\$\{line\.what\} )/

/** Functions that isolate the names in their texts. */
const ISOLATING =
  /^(isolated|pageMeta|publicMeta|success|failure|redirectWithToast|redirectBackWithToast|redirectWithSuccess)$/

/** The name that an expression can be, also as a part of its text; null without one. */
function nameIn(node: Node): string | null {
  const first = (nodes: readonly Node[]) =>
    nodes.reduce<string | null>((found, one) => found ?? nameIn(one), null)
  switch (node.type) {
    case 'Identifier':
      return NAME.test(node.name) ? node.name : null
    case 'MemberExpression': {
      const { object, property } = node
      if (node.computed || property.type !== 'Identifier') return null
      const whose = object.type === 'MemberExpression' ? object.property : object
      const isPerson = whose.type === 'Identifier' && PEOPLE.test(whose.name)
      return NAME.test(property.name) || (property.name === 'name' && isPerson)
        ? property.name
        : null
    }
    case 'ConditionalExpression':
      return first([node.consequent, node.alternate])
    case 'LogicalExpression':
      return first([node.left, node.right])
    case 'BinaryExpression':
      return isJoined(node) ? first([node.left, node.right]) : null
    case 'TemplateLiteral':
      return first(node.expressions)
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return nameIn(node.expression)
    case 'CallExpression':
      return isIsolating(node) ? null : first(node.arguments)
    default:
      return null
  }
}

/** Texts that are added, unlike numbers. */
function isJoined(node: Node): boolean {
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return false
  return [node.left, node.right].some(
    (side) =>
      side.type === 'TemplateLiteral' ||
      (side.type === 'Literal' && typeof side.value === 'string') ||
      isJoined(side),
  )
}

function isIsolating(node: Node): boolean {
  const callee = node.type === 'CallExpression' ? node.callee : null
  return callee?.type === 'Identifier' && ISOLATING.test(callee.name)
}

/** Names that are written into a sentence, of markup without `<bdi>` or of text without `isolated`. */
function bareNamesIn(path: string, source: string): string[] {
  const found: string[] = []
  let isolating = 0
  const enter = (node: Node) => {
    if (isIsolating(node)) isolating++
  }
  const leave = (node: Node) => {
    if (isIsolating(node)) isolating--
  }
  const sentence = (node: Node) => {
    const text = source.slice(node.start, node.end)
    if (isolating === 0 && nameIn(node) && !NOT_READ.test(text)) found.push(`${path}: ${text}`)
  }
  const markup = ({ children }: { readonly children: readonly Node[] }) => {
    const shown = children.filter((child) => child.type !== 'JSXText' || child.value.trim() !== '')
    for (const child of shown.length > 1 ? shown : []) {
      if (child.type !== 'JSXExpressionContainer' || isSentence(child.expression)) continue
      const name = nameIn(child.expression)
      if (name) found.push(`${path}: {${name}}`)
    }
  }
  new Visitor({
    CallExpression: enter,
    'CallExpression:exit': leave,
    TemplateLiteral: sentence,
    BinaryExpression: sentence,
    JSXElement: markup,
    JSXFragment: markup,
  }).visit(parseSync(path, source).program)
  return found
}

/** These are checked as text. */
function isSentence({ type }: Node): boolean {
  return type === 'TemplateLiteral' || type === 'BinaryExpression'
}

test('a name in a sentence of a screen is isolated from the text beside it', () => {
  const found = projectPaths()
    .filter((path) => /^app\/.*\.tsx?$/.test(path) && !path.includes('.test.'))
    .flatMap((path) => bareNamesIn(path, readFileSync(path, 'utf8')))
  expect(found).toEqual([])
})

test('a bare name beside other markup is found', () => {
  const bare = 'const a = <p>By {person.fullName}, today</p>'
  expect(bareNamesIn('a.tsx', bare)).toEqual(['a.tsx: {fullName}'])
  expect(bareNamesIn('a.tsx', bare.replace(/\{.*\}/, '<bdi>$&</bdi>'))).toEqual([])
  expect(bareNamesIn('a.tsx', 'const a = <h1>{fullName}</h1>')).toEqual([])
})

test.for([
  'isMine ? "You" : ownerName',
  'by ?? renterName',
  'firstNameOf(writerName)',
  'order.buyer.name',
])('the name in a sentence with %s is found, unless the sentence is isolated', (expression) => {
  const bare = `\`By \${${expression}}, today\``
  expect(bareNamesIn('a.ts', `f(${bare})`)).toEqual([`a.ts: ${bare}`])
  expect(bareNamesIn('a.ts', `f(isolated(${bare}))`)).toEqual([])
  expect(bareNamesIn('a.tsx', `const a = <p title={${bare}} />`)).toEqual([`a.tsx: ${bare}`])
  expect(bareNamesIn('a.ts', `f('By ' + (${expression}))`)).toEqual([
    `a.ts: 'By ' + (${expression})`,
  ])
})
