import { parseSync } from 'oxc-parser'
import { mutationsOf } from './mutations.ts'
import { childrenOf, isFunction, isNode, type Node } from './syntax.ts'

/** One small change of a file. */
export interface Mutant {
  /** Its number in the file. */
  readonly number: number
  /** The replaced text, as positions in the file. */
  readonly start: number
  readonly end: number
  readonly replacement: string
  readonly line: number
  /** Whether it runs only once, when the file is imported. */
  readonly isStatic: boolean
  /** Whether it replaces a statement rather than an expression. */
  readonly isStatement: boolean
}

/** Every mutant of this file, in the order of the text. */
export function findMutants(path: string, text: string): Mutant[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  const found: Omit<Mutant, 'number'>[] = []
  const visit = (node: Node, parents: readonly Node[], isStatic: boolean) => {
    if (isType(node)) return
    for (const replacement of new Set(mutationsOf(node, text, parents)))
      found.push({
        start: node.start,
        end: node.end,
        replacement,
        line: lineAt(text, node.start),
        isStatic,
        isStatement: node.type === 'ExpressionStatement',
      })
    for (const child of childrenOf(node))
      visit(child, [node, ...parents], isStatic && !isFunction(node))
  }
  for (const statement of program.body as unknown[])
    if (isNode(statement)) visit(statement, [], true)
  return found
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .map((one, number) => ({ ...one, number }))
}

function isType({ type }: Node): boolean {
  return (type.startsWith('TS') && !hasValue.has(type)) || type === 'ImportDeclaration'
}

const hasValue = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'])

function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length
}
