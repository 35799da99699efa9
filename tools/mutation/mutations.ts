import { sqlMutations } from './sql-mutations.ts'
import { methodOf, type Node, nameOf, part, parts } from './syntax.ts'

/** The replacements of this node, one for each mutant. */
export function mutationsOf(node: Node, text: string, parents: readonly Node[]): string[] {
  const parent = parents[0]
  // Wrapping a part of an optional chain would end the chain there.
  if (parent && isInsideChain(node, parents)) return []
  const source = (one: Node | null) => (one ? text.slice(one.start, one.end) : '')
  const conditions = isTest(node, parent) ? ['true', 'false'] : []
  switch (node.type) {
    case 'BinaryExpression':
      return [...conditions, ...binary(node, source, isOnlyPart(node, parent))]
    case 'LogicalExpression':
      return [...conditions, ...logical(node, source)]
    case 'UnaryExpression':
      return [...conditions, ...unary(node, source, isOnlyPart(node, parent))]
    case 'Literal':
      return [...conditions, ...literal(node, parent)]
    case 'CallExpression':
      return [...conditions, ...call(node, source)]
    case 'TaggedTemplateExpression':
      return isSql(part(node, 'tag')) ? sqlMutations(node, text) : []
    case 'ExpressionStatement':
      return isEffect(part(node, 'expression')) ? [''] : []
    case 'AssignmentExpression':
      return assignment(node, source)
    default:
      return conditions
  }
}

function isInsideChain(node: Node, parents: readonly Node[]): boolean {
  const parent = parents[0]
  if (!parent) return false
  const isLink = node.type === 'MemberExpression' || node.type === 'CallExpression'
  if (parent.type === 'ChainExpression') return true
  if (!isLink) return false
  if (parent.type === 'MemberExpression' && parent.object === node)
    return parents.some(({ type }) => type === 'ChainExpression')
  return parent.type === 'CallExpression' && parent.callee === node
}

function isTest(node: Node, parent: Node | undefined): boolean {
  if (!parent) return false
  const tests = ['IfStatement', 'ConditionalExpression', 'WhileStatement']
  return tests.includes(parent.type) && parent.test === node
}

/** Other mutants make it true and false, so negating it would test nothing new. */
function isOnlyPart(node: Node, parent: Node | undefined): boolean {
  return isTest(node, parent) || parent?.type === 'LogicalExpression'
}

const boundaries = mapOf({ '<': '<=', '<=': '<', '>': '>=', '>=': '>' })
const opposites = mapOf({
  ...{ '<': '>=', '<=': '>', '>': '<=', '>=': '<' },
  ...{ '===': '!==', '!==': '===' },
})
const arithmetic = mapOf({ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' })

type Source = (one: Node | null) => string

function binary(node: Node, source: Source, isPart: boolean): string[] {
  const [left, right] = [part(node, 'left'), part(node, 'right')]
  const operator = String(node.operator)
  const joinsText = operator === '+' && (isText(left) || isText(right))
  const others = [
    boundaries.get(operator),
    isPart ? undefined : opposites.get(operator),
    joinsText ? undefined : arithmetic.get(operator),
  ]
  return others.flatMap((other) =>
    other === undefined ? [] : [`${source(left)} ${other} ${source(right)}`],
  )
}

function unary(node: Node, source: Source, isPart: boolean): string[] {
  const isMutated = node.operator === '-' || (node.operator === '!' && !isPart)
  return isMutated ? [source(part(node, 'argument'))] : []
}

function isText(node: Node | null): boolean {
  if (node?.type === 'BinaryExpression')
    return isText(part(node, 'left')) || isText(part(node, 'right'))
  return (
    node?.type === 'TemplateLiteral' || (node?.type === 'Literal' && typeof node.value === 'string')
  )
}

/** Keeps only one operand. */
function logical(node: Node, source: Source): string[] {
  return [source(part(node, 'left')), source(part(node, 'right'))]
}

/** SQL operators in arguments, such as in `where('id', '=', id)`. */
const sqlOperators = mapOf({
  '=': '!=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
  asc: 'desc',
  desc: 'asc',
  '+': '-',
  '-': '+',
})

function literal(node: Node, parent: Node | undefined): string[] {
  if (typeof node.value === 'boolean') return [String(!node.value)]
  // Numbers in JSON, in other tables and in SQL are strings here.
  if (typeof node.value === 'number') return isKey(node, parent) ? [] : [String(node.value + 1)]
  const isArgument = parent?.type === 'CallExpression' && parent.callee !== node
  if (typeof node.value !== 'string' || !isArgument) return []
  // Removing the condition makes the query as wrong as negating it.
  const isNarrowed = node.value === '=' && links.has(methodOf(parent) ?? '')
  const other = isNarrowed ? undefined : sqlOperators.get(node.value)
  return other === undefined ? [] : [`'${other}'`]
}

function isKey(node: Node, parent: Node | undefined): boolean {
  return (
    (parent?.type === 'Property' && parent.key === node) ||
    (parent?.type === 'MemberExpression' && parent.property === node)
  )
}

/** Calls in a chain that filter or sort its rows. */
const links = new Set([
  ...['where', 'whereRef', 'having', 'orderBy', 'limit', 'distinct', 'distinctOn', 'filterWhere'],
  ...['filter', 'toSorted', 'toReversed', 'slice', 'trim', 'toLowerCase', 'toUpperCase'],
])
const swapped = mapOf({
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
})

function call(node: Node, source: Source): string[] {
  const method = methodOf(node)
  const callee = part(node, 'callee')
  if (!method || !callee) return []
  const object = source(part(callee, 'object'))
  if (links.has(method)) return [object]
  const other = swapped.get(method)
  if (!other) return method === 'not' ? parts(node, 'arguments').map(source).slice(0, 1) : []
  return [`${object}.${other}(${parts(node, 'arguments').map(source).join(', ')})`]
}

function isSql(tag: Node | null): boolean {
  return nameOf(tag) === 'sql'
}

/** Whether a statement can be left out. */
function isEffect(expression: Node | null): boolean {
  const effects = ['CallExpression', 'AwaitExpression', 'AssignmentExpression']
  return expression !== null && effects.includes(expression.type)
}

function assignment(node: Node, source: Source): string[] {
  const other = { '+=': '-=', '-=': '+=' }[String(node.operator)]
  return other ? [`${source(part(node, 'left'))} ${other} ${source(part(node, 'right'))}`] : []
}

/** Looks up in a map, because an object would also have keys such as `toString`. */
function mapOf(pairs: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(Object.entries(pairs))
}
