import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { ConnectionTarget } from '#db/connection.ts'
import { newId } from '#domain/shared/ids.ts'
import { temporaryFolder } from '#gateways/images/testing/temporary-stores.ts'
import { make } from '#test/make/make.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { urlOf } from '#test/postgres/database-url.ts'
import { findProblems } from './find-problems.ts'

const SECRET = 'a secret of at least 32 characters'

/** An installation with this database. */
function installed(target: ConnectionTarget, env: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    DATA_DIR: temporaryFolder(),
    DATABASE_URL: urlOf(target),
    SESSION_SECRET: SECRET,
    PAYMENTS: 'sandbox',
    MAIL: 'local',
    WEB_PROCESSES: '1',
    ...env,
  }
}

const problemsIn = (out: string) => out.split('\n').filter((line) => /^PROBLEM/.test(line))

/** `npm run doctor`. */
async function run(target: ConnectionTarget, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, ['server/start/doctor.ts'], {
    env: { PATH: process.env.PATH, ...installed(target, env) },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  expect(err).toBe('')
  return { code: await ended, out, problems: problemsIn(out) }
}

/** The same in this process. */
async function doctor(target: ConnectionTarget, env: NodeJS.ProcessEnv = {}) {
  const lines: string[] = []
  const count = await findProblems(installed(target, env), (line) => lines.push(line))
  const out = lines.join('\n')
  expect(problemsIn(out)).toHaveLength(count)
  return { out, problems: problemsIn(out) }
}

test('a healthy installation has no problems', async () => {
  const { target } = await testDatabase()
  const { code, out, problems } = await run(target)
  expect({ code, problems }).toEqual({ code: 0, problems: [] })
  for (const line of ['settings', 'data folder', 'connections', 'clock', 'migrations', 'images'])
    expect(out).toMatch(new RegExp(`^ok {7}${line}: `, 'm'))
  expect(out).toMatch(/No problems found\.\n$/)
})

test('all invalid settings are named at once', async () => {
  const { target } = await testDatabase()
  const { code, problems } = await run(target, { PAYMENTS: '', MAIL: '', PORT: 'x' })
  expect(code).toBe(1)
  expect(problems).toEqual([
    expect.stringContaining('choose how payments work'),
    expect.stringContaining('choose how emails are sent'),
    expect.stringContaining('PORT is not a valid port'),
  ])
})

test('missing migrations, and the schema of another version, are found', async () => {
  const { target, pool } = await testDatabase()
  await pool.query(
    'delete from schema_migrations where name = (select max(name) from schema_migrations)',
  )
  expect((await doctor(target)).problems).toEqual([
    expect.stringMatching(
      /migrations: 1 migration of this version is missing: \d{4}-.* apply it\./,
    ),
  ])
  await pool.query("insert into schema_migrations values ('0301-notes-of-time-off', now()::text)")
  await pool.query("delete from schema_migrations where name > '0301-notes-of-time-off'")
  expect((await doctor(target)).problems).toEqual([
    expect.stringMatching(/migrations: \d+ migrations of this version are missing, .*0302-/),
  ])
  await pool.query("update schema_migrations set name = '0240-older' where name like '0301%'")
  expect((await doctor(target)).problems).toEqual([
    expect.stringMatching(/has to be upgraded by Hemline 0\.1\.0 first.*0240-older/),
  ])
  await pool.query("insert into schema_migrations values ('9999-of-tomorrow', now()::text)")
  expect((await doctor(target)).problems).toEqual([
    expect.stringMatching(/migrated by a newer version of Hemline.*9999-of-tomorrow/),
  ])
})

test('failed and late work, and failed integrity checks, are found', async () => {
  const { target, pool, db } = await testDatabase({ violatesInvariants: true })
  const { item } = make(db)
  await item({ available: false })
  await pool.query(`
    select graphile_worker.add_job('send-mail', '{}', run_at => now() - interval '1 hour');
    select graphile_worker.add_job('tell-admins', '{}', max_attempts => 1);
    update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1;
    insert into stripe_events (id, type, payload, received_at, done_at, given_up_at)
      values ('evt_1', 'invoice.paid', '{}', now(), now(), now());
    insert into mail_outbox (id, message_id, to_address, template, subject, text_body, html_body, created_at, last_error)
      values (gen_random_uuid(), 'm', 'a@b.test', 'welcome', 's', 't', 'h', now(), 'refused')`)
  const { problems } = await doctor(target)
  expect(problems.toSorted()).toEqual([
    expect.stringContaining('integrity: An integrity check fails: an item is available'),
    expect.stringContaining('1 email could not be sent so far'),
    expect.stringContaining('1 job "tell-admins" failed'),
    expect.stringContaining('1 payment event could not be processed'),
    expect.stringMatching(/Jobs "send-mail" have been due for \d+ minutes/),
  ])
})

test('a database that is full or unreachable is found, and no secret is printed', async () => {
  const { target, pool } = await testDatabase()
  const role = `limited_${newId().slice(-12)}`
  await pool.query(`create role ${role} login password 'geheim-42' connection limit 1`)
  const url = new URL(urlOf(target))
  url.username = role
  url.password = 'geheim-42'
  const only = new pg.Client({ connectionString: url.href })
  await only.connect()
  onTestFinished(async () => {
    await only.end()
    await pool.query(`drop role ${role}`)
  })
  const full = await doctor({ connectionString: url.href })
  expect(full.problems).toEqual([
    expect.stringMatching(/database: .*too many connections.*To fix it, check host/),
  ])
  url.searchParams.delete('host')
  url.host = '127.0.0.1:1'
  const gone = await doctor(
    { connectionString: url.href },
    {
      MAIL: '',
      SMTP_URL: 'smtp://mailer:geheim-42@127.0.0.1:1',
      MAIL_FROM: 'shop@shop.example',
    },
  )
  expect(gone.problems).toEqual([
    expect.stringContaining('database: The database at 127.0.0.1:1 cannot be used'),
    expect.stringContaining('mail: The mail server 127.0.0.1:1 cannot be used'),
  ])
  for (const { out } of [full, gone]) {
    expect(out).not.toContain('geheim-42')
    expect(out).not.toContain(SECRET)
  }
})

test('more connections than the database accepts are found', async () => {
  const { target } = await testDatabase()
  const { problems } = await doctor(target, { DATABASE_POOL: '900', WEB_PROCESSES: '2' })
  expect(problems).toEqual([
    expect.stringMatching(
      /accepts \d+ connections, and .* need up to 1808 .*raise max_connections/,
    ),
  ])
})
