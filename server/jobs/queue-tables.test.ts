import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { projectPaths } from '#test/architecture/source-files.ts'
import { testDatabase } from '#test/postgres/database.ts'

// The list in decision 33. If this fails after an upgrade of graphile-worker, read it first.

const DECISION = 'docs/decisions/0033-jobs-are-stored-in-postgresql-and-workers-send-heartbeats.md'

const relied: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  _private_jobs: {
    id: 'bigint',
    run_at: 'timestamp with time zone',
    attempts: 'smallint',
    locked_at: 'timestamp with time zone',
    locked_by: 'text',
    is_available: 'boolean always ((locked_at IS NULL) AND (attempts < max_attempts))',
  },
  jobs: {
    id: 'bigint',
    task_identifier: 'text',
    key: 'text',
    run_at: 'timestamp with time zone',
    attempts: 'smallint',
    max_attempts: 'smallint',
    last_error: 'text',
    updated_at: 'timestamp with time zone',
    locked_at: 'timestamp with time zone',
    locked_by: 'text',
  },
}

const functions: readonly (readonly [call: string, parameters: string])[] = [
  [
    'add_job(text,json,text,timestamptz,integer,text,integer,text[],text)',
    'identifier text, payload json, queue_name text, run_at timestamp with time zone, max_attempts integer, job_key text, priority integer, flags text[], job_key_mode text',
  ],
  ['complete_jobs(bigint[])', 'job_ids bigint[]'],
  ['force_unlock_workers(text[])', 'worker_ids text[]'],
]

test('the queue’s tables and view have the columns that our statements use', async () => {
  const { db } = await testDatabase()
  const { rows } = await sql<{ table: string; column: string; type: string }>`
    select table_name as table, column_name as column,
      concat_ws(' always ', data_type, generation_expression) as type
    from information_schema.columns where table_schema = 'graphile_worker'`.execute(db)
  for (const [table, columns] of Object.entries(relied)) {
    const found = rows.filter((row) => row.table === table && row.column in columns)
    expect(Object.fromEntries(found.map(({ column, type }) => [column, type])), table).toEqual(
      columns,
    )
  }
})

test.for(functions)('the queue has the function %s', async ([call, parameters]) => {
  const { db } = await testDatabase()
  const { rows } = await sql<{ parameters: string }>`
    select pg_get_function_identity_arguments(oid) as parameters from pg_proc
    where oid = to_regprocedure(${`graphile_worker.${call}`})`.execute(db)
  expect(rows).toEqual([{ parameters }])
})

test('a locked job cannot be rescheduled, which is why its attempts are set in the table itself', async () => {
  const { db } = await testDatabase()
  await sql`select graphile_worker.add_job('send-mail', job_key := 'locked')`.execute(db)
  await sql`update graphile_worker._private_jobs set locked_at = now(), attempts = 1`.execute(db)
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), attempts := 0)
    from graphile_worker.jobs`.execute(db)
  const { rows } = await sql`select attempts from graphile_worker.jobs`.execute(db)
  expect(rows).toEqual([{ attempts: 1 }])
})

test('no other file of ours uses a private table of the queue', () => {
  const touching = projectPaths()
    .filter((path) => /^(app|bin|db|demo|domain|gateways|packages|server|tools)\//.test(path))
    .filter((path) => /\.(ts|tsx|mjs|sql)$/.test(path) && !/\.test\.ts$/.test(path))
    .filter((path) => readFileSync(path, 'utf8').includes('graphile_worker._private_'))
  expect(touching).toEqual(['server/jobs/task-list.ts', 'server/jobs/worker-heartbeat.ts'])
})

test('the decision is for the installed version', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const named = /graphile-worker (\d+\.\d+\.\d+)/.exec(readFileSync(DECISION, 'utf8'))?.[1]
  expect(dependencies['graphile-worker']).toBe(named)
})
