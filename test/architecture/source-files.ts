import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Node, parseSync, Visitor } from 'oxc-parser'
import { tableOfBuilder, tablesOfSql } from './table-writes.ts'

export interface Import {
  /** A path from the project's root, or the name of a package. */
  readonly to: string
  readonly isOurs: boolean
  /** The specifier in the source. */
  readonly written: string
  /** Imports only types, which do not exist at run time. */
  readonly typesOnly: boolean
  /** An `import()`, which loads the module only when it is reached. */
  readonly isDynamic: boolean
  /** The names that an import statement imports. */
  readonly names: readonly string[]
}

export interface SourceFile {
  readonly path: string
  readonly lines: number
  readonly imports: readonly Import[]
  readonly hasDefaultExport: boolean
  readonly isTest: boolean
  /** All casts except `as const`. */
  readonly casts: readonly string[]
  /** Reads of the current time or random values, such as `new Date()`. */
  readonly readsWorld: readonly string[]
  /** Calls that only a query builder has. */
  readonly queries: readonly string[]
  /** Tables that it inserts into, updates or deletes from. */
  readonly writes: readonly string[]
  /** Hand-written types of the rows that an SQL statement returns. */
  readonly rowTypes: readonly string[]
  /** Places that read all columns of a table without naming them. */
  readonly readsAllColumns: readonly string[]
  /** Calls that read a request's body as a form. */
  readonly formReads: readonly string[]
  /** Names of the types in use. */
  readonly types: readonly string[]
  /** Strings, parts of templates and regular expressions, including those in imports. */
  readonly literals: readonly string[]
  /** Templates of a value followed by a part of a path: `${base}/${id}`. */
  readonly joinedPaths: readonly string[]
  /** The routes passed to `href()`. */
  readonly hrefs: readonly string[]
  /** Targets of links, forms and redirects that are written as strings. */
  readonly targets: readonly string[]
  /** Queries that are not awaited. The linter finds only our own promises. */
  readonly floating: readonly string[]
}

const queryBuilding = new Set([
  'selectFrom',
  'insertInto',
  'updateTable',
  'deleteFrom',
  'executeTakeFirst',
  'executeTakeFirstOrThrow',
])

/** Calls whose first argument is SQL. */
const takesSql = /(^sql\.raw|\.query)$/

/** In calls of `sql`: a row type, a whole statement, and `*` for all columns. */
const answersRows = /^(\{[\s\S]*\}|Record<[\s\S]*>|(?!Date$|CalendarDate$)[A-Z]\w*)$|&/
const isStatement = /^`\s*(select|with|insert|update|delete)\b/i
const allColumns = /\bselect (\w+\.)?\*|, \w+\.\*/i

/** Attributes and calls that name a page. */
const isTarget = /^(to|href|action)$/
const leadsOn = /^(redirect\w*|navigate)$/

/** A bare `${base}/` is allowed: it is a prefix to compare paths with. */
const joinsPath = ([start, next, ...others]: readonly string[]) =>
  start === '' && next?.startsWith('/') === true && (next !== '/' || others.length > 0)

const runsQuery = /^(execute\w*|query)$/

/** Reads from a file's text everything that the architecture rules check. */
export function parseSource(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text)
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`)
  const casts: string[] = []
  const readsWorld: string[] = []
  const queries: string[] = []
  const writes: string[] = []
  const rowTypes: string[] = []
  const readsAllColumns: string[] = []
  const formReads: string[] = []
  const types: string[] = []
  const literals: string[] = []
  const joinedPaths: string[] = []
  const hrefs: string[] = []
  const targets: string[] = []
  const floating: string[] = []
  const written = (node: Node) => text.slice(node.start, node.end)
  const cast = (node: Node & { typeAnnotation: Node }) => {
    const type = written(node.typeAnnotation)
    if (type !== 'const') casts.push(`as ${type}`)
  }
  new Visitor({
    TSAsExpression: cast,
    TSTypeAssertion: cast,
    NewExpression(node) {
      if (written(node.callee) === 'Date' && node.arguments.length === 0) {
        readsWorld.push(written(node))
      }
    },
    CallExpression(node) {
      const callee = written(node.callee)
      if (['Date', 'Date.now', 'Math.random'].includes(callee)) readsWorld.push(callee)
      const [target] = node.arguments
      if (callee === 'href' && target?.type === 'Literal') hrefs.push(String(target.value))
      if (leadsOn.test(callee) && target?.type === 'Literal') targets.push(String(target.value))
      if (callee.endsWith('.formData')) formReads.push(callee)
      if (node.callee.type !== 'MemberExpression') return
      const method = written(node.callee.property)
      if (method === 'selectAll') readsAllColumns.push(method)
      const [argument] = node.arguments
      writes.push(...tableOfBuilder(method, argument))
      if (takesSql.test(callee) && argument) writes.push(...tablesOfSql(written(argument)))
    },
    TaggedTemplateExpression(node) {
      if (written(node.tag) !== 'sql') return
      const statement = written(node.quasi)
      writes.push(...tablesOfSql(statement))
      if (allColumns.test(statement)) readsAllColumns.push('*')
      const [type] = node.typeArguments?.params ?? []
      if (type && (answersRows.test(written(type)) || isStatement.test(statement)))
        rowTypes.push(written(type))
    },
    MemberExpression(node) {
      if (node.property.type === 'Identifier' && queryBuilding.has(node.property.name)) {
        queries.push(node.property.name)
      }
    },
    ExpressionStatement({ expression }) {
      if (expression.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression')
        return
      const { property } = expression.callee
      if (property.type === 'Identifier' && runsQuery.test(property.name)) {
        floating.push(written(expression))
      }
    },
    Literal(node) {
      if ('regex' in node) literals.push(node.regex.pattern.replaceAll('\\/', '/'))
      else if (typeof node.value === 'string') literals.push(node.value)
    },
    TemplateLiteral(node) {
      if (joinsPath(node.quasis.map(({ value }) => value.raw))) joinedPaths.push(written(node))
    },
    TemplateElement({ value }) {
      literals.push(value.cooked ?? value.raw)
    },
    JSXAttribute({ name, value }) {
      if (isTarget.test(written(name)) && value?.type === 'Literal')
        targets.push(String(value.value))
    },
    TSTypeReference(node) {
      types.push(written(node.typeName))
    },
  }).visit(program)
  return {
    path,
    lines: text.split('\n').length - 1,
    imports: importsOf(path, text, module),
    hasDefaultExport: module.staticExports.some(({ entries }) =>
      entries.some(
        ({ exportName }) => exportName.kind === 'Default' || exportName.name === 'default',
      ),
    ),
    isTest: isTest(path),
    casts,
    readsWorld,
    queries,
    writes,
    rowTypes,
    readsAllColumns,
    formReads,
    types,
    literals,
    joinedPaths,
    hrefs,
    targets,
    floating,
  }
}

type Module = ReturnType<typeof parseSync>['module']

function importsOf(path: string, text: string, module: Module): Import[] {
  const written: Omit<Import, 'to' | 'isOurs'>[] = []
  for (const { moduleRequest, entries, start, end } of module.staticImports) {
    const typesOnly =
      /^import\s+type\b/.test(text.slice(start, end)) ||
      (entries.length > 0 && entries.every(({ isType }) => isType))
    const names = entries.flatMap(({ importName }) => importName.name ?? [])
    written.push({ written: moduleRequest.value, typesOnly, isDynamic: false, names })
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries) {
      if (moduleRequest)
        written.push({
          written: moduleRequest.value,
          typesOnly: isType,
          isDynamic: false,
          names: [],
        })
    }
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^['"`](.*)['"`]$/.exec(text.slice(moduleRequest.start, moduleRequest.end))?.[1]
    if (literal) written.push({ written: literal, typesOnly: false, isDynamic: true, names: [] })
  }
  return written.map((one) => {
    const isOurs = /^[#.]/.test(one.written)
    const to = isOurs ? pathTo(path, one.written) : packageOf(one.written)
    return { ...one, isOurs, to }
  })
}

function pathTo(from: string, written: string): string {
  if (written.startsWith('#sandbox/')) return written.replace('#sandbox', 'packages/stripe-sandbox')
  return written.startsWith('#') ? written.slice(1) : join(dirname(from), written)
}

function packageOf(written: string): string {
  return written.split('/', written.startsWith('@') ? 2 : 1).join('/')
}

function isTest(path: string): boolean {
  return /^(test|tools)\/|\/testing\/|\.test\.tsx?$/.test(path)
}

/** Every file of the project that git tracks or would add. */
export function projectPaths(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  return listed.split('\n').filter((path) => path !== '' && existsSync(path))
}

export function readSources(): SourceFile[] {
  return projectPaths()
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.d\.m?ts$/.test(path))
    .map((path) => parseSource(path, readFileSync(path, 'utf8')))
}

/** Without tests and benchmarks. */
export function inProduct(files: readonly SourceFile[]): SourceFile[] {
  return files.filter(({ isTest }) => !isTest)
}
