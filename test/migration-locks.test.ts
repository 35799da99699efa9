import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { IN_SCHEMA, SCHEMA_FOLDER } from '#db/baseline.ts'
import { MIGRATIONS_FOLDER, migrationNames, readConcurrent } from '#db/migration-files.ts'
import { longLocks } from '#test/architecture/migration-locks.ts'

const INDEX_STATEMENT =
  /^\s*(create|drop) (?:unique )?index (?:concurrently )?(?:if (?:not )?exists )?(\w+)/gim

const names = await migrationNames()

test('new migrations lock no table that holds rows for long', () => {
  for (const name of names) {
    const text = readFileSync(join(MIGRATIONS_FOLDER, `${name}.sql`), 'utf8')
    expect({ [name]: longLocks(text) }).toEqual({ [name]: [] })
    readConcurrent(name, text)
  }
})

// The migrator would take the existing index for that of an interrupted run and skip it.
test('no migration concurrently creates an index whose name is in use', () => {
  const schema = readdirSync(SCHEMA_FOLDER).map((file) => join(SCHEMA_FOLDER, file))
  const newer = names.filter((name) => !IN_SCHEMA.includes(name))
  const files = [...schema, ...newer.map((name) => join(MIGRATIONS_FOLDER, `${name}.sql`))]
  const inUse = new Set<string>()
  for (const file of files) {
    const text = readFileSync(file, 'utf8')
    for (const [statement, act, index = ''] of text.matchAll(INDEX_STATEMENT)) {
      const isTaken = / concurrently /i.test(statement) && inUse.has(index)
      if (act === 'drop') inUse.delete(index)
      else {
        expect({ [file]: isTaken && index }).toEqual({ [file]: false })
        inUse.add(index)
      }
    }
  }
  expect(inUse).toContain('mail_outbox_sent')
})

test.for([
  ['create index a on rentals (b);', /concurrently/],
  ['create unique index a on rentals (b);', /concurrently/],
  ['alter table rentals add constraint a check (b > 0);', /not valid/],
  ['alter table rentals add b integer check (b > 0);', /not valid/],
  ['alter table rentals add foreign key (b) references c (id);', /not valid/],
  ['alter table rentals add constraint a unique (b);', /using index/],
  ['alter table rentals add constraint a exclude using gist (b with &&);', /using index/],
  ['alter table rentals\n  alter column b type bigint;', /type/],
  ['alter table rentals alter b set data type bigint;', /type/],
  ['alter table rentals alter column b set not null;', /not null/],
  ['alter table rentals add column b uuid not null default gen_random_uuid();', /default/],
  ['alter table rentals add column b int generated always as (c + 1) stored;', /default/],
  ['alter table rentals add column b bigserial;', /default/],
  ['lock table rentals;', /locks/],
  ['vacuum full rentals;', /locks/],
  ['alter table rentals set unlogged;', /rewrites/],
] as const)('found: %s', ([statement, words]) => {
  expect(longLocks(statement)).toEqual([expect.stringMatching(words)])
})

test.for([
  'create index concurrently a on rentals (b);',
  'alter table rentals add column b integer not null default 0;',
  'alter table rentals add column b timestamptz not null default now();',
  'alter table rentals add constraint a check (b > 0) not valid;',
  'alter table rentals validate constraint a;',
  'alter table rentals add constraint a unique using index b;',
  'create table new (a int check (a > 0)); create index b on new (a); alter table new alter a set not null;',
  '-- small tables: cities, brands\ncreate unique index a on cities (b);',
  "-- create index a on rentals (b);\nselect 'create index a on rentals (b); x';",
  'create function a() returns trigger as $$ begin lock table rentals; end $$ language plpgsql;',
])('accepted: %s', (text) => {
  expect(longLocks(text)).toEqual([])
})

test('a migration without a transaction only creates and drops indexes concurrently', () => {
  const create = 'create unique index concurrently a on rentals (b)'
  expect(readConcurrent('1', `${create};`)).toBeNull()
  expect(
    readConcurrent(
      '1',
      `-- no transaction: large\n${create};\ndrop index concurrently if exists c;`,
    ),
  ).toEqual([
    { kind: 'create', index: 'a', text: create },
    { kind: 'drop', index: 'c', text: 'drop index concurrently if exists c' },
  ])
  for (const statement of ['create index a on rentals (b)', 'update rentals set b = 1']) {
    expect(() => readConcurrent('1', `-- no transaction\n${statement};`)).toThrow(
      'only creates and drops indexes concurrently',
    )
  }
})
