/** The parts of a syntax tree node that mutants need. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  )
}

export function isFunction({ type }: Node): boolean {
  return ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(type)
}

/** A field that holds one node. */
export function part(node: Node, field: string): Node | null {
  const value = node[field]
  return isNode(value) ? value : null
}

export function parts(node: Node, field: string): Node[] {
  const value = node[field]
  return Array.isArray(value) ? value.filter(isNode) : []
}

export function nameOf(node: Node | null): string | null {
  return node?.type === 'Identifier' ? String(node.name) : null
}

/** The name of the called method, such as `where`. */
export function methodOf(call: Node): string | null {
  const callee = part(call, 'callee')
  if (callee?.type !== 'MemberExpression' || callee.computed === true) return null
  return nameOf(part(callee, 'property'))
}
