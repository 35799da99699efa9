/**
 * The locks of a migration that block readers or writers of a table for as long as it takes to read
 * or rewrite it. Tables that the file itself creates, or declares as small
 * (`-- small tables: cities, brands`), may be changed in any way.
 */
export function longLocks(text: string): string[] {
  const free = new Set([...createdTables(text), ...smallTables(text)])
  return statementsOf(text).flatMap((statement) => {
    const table = changedTable(statement)
    if (!table || free.has(table)) return []
    return rules
      .filter(({ found }) => found(statement))
      .map(({ instead }) => `${table}: ${instead}`)
  })
}

const rules: readonly {
  readonly found: (statement: string) => boolean
  readonly instead: string
}[] = [
  {
    found: (text) => /^create (unique )?index (?!concurrently)/.test(text),
    instead: 'create the index concurrently, in a file of its own marked "-- no transaction"',
  },
  {
    found: (text) =>
      /\b(add (constraint \w+ )?(check|foreign key)|\bcheck \()/.test(text) &&
      isAlter(text) &&
      !/\bnot valid\b/.test(text),
    instead: 'add the constraint "not valid"; the migrator validates it afterwards',
  },
  {
    found: (text) =>
      isAlter(text) &&
      /\badd (constraint \w+ )?(unique|primary key|exclude)\b(?! using index)/.test(text),
    instead: 'create the unique index concurrently, then add the constraint "using index"',
  },
  {
    found: (text) => isAlter(text) && /\balter (column )?\w+ (set data )?type\b/.test(text),
    instead: 'add a second column instead of changing the type of one',
  },
  {
    found: (text) => isAlter(text) && /\bset not null\b/.test(text),
    instead:
      'add "check (… is not null) not valid", and set "not null" in the next migration; PostgreSQL then needs no scan',
  },
  {
    found: (text) =>
      isAlter(text) &&
      /\badd (column )?[^;]*(\bdefault [^,]*(random|uuid\w*|clock_timestamp|timeofday|nextval)\s*\(|\bgenerated (always|by default) as|\b(big|small)?serial\b)/.test(
        text,
      ),
    instead: 'add the column without a default that differs by row, and fill it in batches',
  },
  {
    found: (text) =>
      /^(vacuum full|cluster|lock table|reindex (?!.*concurrently)|refresh materialized view (?!concurrently))/.test(
        text,
      ),
    instead: 'this locks the whole table',
  },
  {
    found: (text) =>
      isAlter(text) && /\bset (logged|unlogged|tablespace|access method)\b/.test(text),
    instead: 'this rewrites the whole table',
  },
]

function isAlter(statement: string): boolean {
  return statement.startsWith('alter table')
}

const CHANGED =
  /^(?:alter table (?:if exists )?(?:only )?|create (?:unique )?index (?:concurrently )?(?:if not exists )?\w+ on (?:only )?|vacuum full |cluster |lock table |reindex (?:table|index) |refresh materialized view )(\w+)/

function changedTable(statement: string): string | undefined {
  return CHANGED.exec(statement)?.[1]
}

function createdTables(text: string): string[] {
  return statementsOf(text).flatMap(
    (statement) =>
      /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(statement)?.[1] ?? [],
  )
}

function smallTables(text: string): string[] {
  return [...text.matchAll(/^-- small tables: (.+)$/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  )
}

/** Statements in lower case with single spaces, without comments and quoted text. */
function statementsOf(text: string): string[] {
  return text
    .replace(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')
}
