import type { Node } from 'oxc-parser'

const writing = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'])

/** Stands for a table whose name cannot be read from the code. */
export const UNNAMED_TABLE = 'a table that is not named'

/** The table that a call of the query builder writes to, if any. */
export function tableOfBuilder(method: string, argument: Node | undefined): string[] {
  if (!writing.has(method)) return []
  const isText = argument?.type === 'Literal' && typeof argument.value === 'string'
  return [isText ? (argument.value.split(' ')[0] ?? UNNAMED_TABLE) : UNNAMED_TABLE]
}

/** Excludes the lock `for update` and the second half of an upsert, `do update set`. */
const statement =
  /(?<!\b(?:for|key|do)\s+)\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(\$\{|[a-z_."]+)/gi

/** The tables that an SQL text writes to; interpolated values are `${` in the text. */
export function tablesOfSql(text: string): string[] {
  return [...text.matchAll(statement)].map(([, name = '']) =>
    name === '${' ? UNNAMED_TABLE : name.replaceAll('"', ''),
  )
}
