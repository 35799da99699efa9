import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import type { ConnectionTarget } from '#db/connection.ts'
import { memory } from '#db/embedded/memory.ts'
import { startThrowAwayPostgres } from '#db/embedded/postgres.ts'
import { migrate } from '#db/migrate.ts'
import { setUpPayments } from '#domain/money/events/set-up-payments.ts'
import { migrate as migrateSandbox } from '#sandbox/core/schema.ts'
import { readSettings } from '#server/settings/settings.ts'
import { openPayments } from '#server/start/payments.ts'
import { type Original, readOriginal } from '#test/postgres/restore-clone.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres: {
      /** A connection that may create databases. */
      readonly admin: ConnectionTarget
      /** The migrated database that clones are made from, with the sandbox's products. */
      readonly template: string
      /** A template with only the sandbox's tables. */
      readonly sandboxTemplate: string
      /** The content of each template, by name. */
      readonly originals: Readonly<Record<string, Original>>
      readonly isInMemory: boolean
    }
  }
}

/** A developer's own settings, which would affect the tests. */
const settingsThatInterfere =
  /^(TEST_)?DATABASE_|^(STRIPE|S3|SMTP)_|^(PAYMENTS|SESSION_SECRET|DATA_DIR|HOST|PORT|PUBLIC_URL|MAIL|MAIL_FROM|TRUST_PROXY|TIME_ZONE|STATEMENTS|SEED_DEMO)$/

/** Projects whose tests need no database or start their own. */
const withoutClones = ['unit', 'lifecycle']

export default async function (project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const url = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  for (const name of Object.keys(process.env)) {
    if (settingsThatInterfere.test(name)) delete process.env[name]
  }
  if (project.vitest.projects.every(({ name }) => withoutClones.includes(name))) return
  return url ? onGivenServer(project, url) : onThrowAwayServer(project)
}

async function onThrowAwayServer(project: TestProject) {
  const postgres = await startThrowAwayPostgres()
  await provideTemplate(project, postgres.connection)
  return () => postgres.stop()
}

async function onGivenServer(project: TestProject, url: string) {
  const template = await provideTemplate(project, { connectionString: url })
  return async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [template],
    )
    for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`)
    await client.end()
  }
}

async function provideTemplate(project: TestProject, admin: ConnectionTarget): Promise<string> {
  const template = `hemline_test_${process.pid}_${Date.now().toString(36)}`
  const client = new pg.Client({ ...admin })
  await client.connect()
  for (const name of [template, `${template}_sandbox`])
    await client.query(`create database "${name}"`)
  // There is no row without permission to read the setting.
  const place = await client.query<{ setting: string }>(
    `select setting from pg_settings where name = 'data_directory'`,
  )
  const isInMemory = place.rows[0]?.setting.startsWith(`${memory}/`) ?? false
  await client.end()
  await migrate(databaseIn(admin, template))
  const sandboxTemplate = `${template}_sandbox`
  for (const name of [template, sandboxTemplate]) {
    const pool = new pg.Pool({ ...databaseIn(admin, name), max: 3 })
    await migrateSandbox(pool)
    if (name === template) await prepareSandbox(pool)
    await pool.end()
  }
  const originals = {
    [template]: await readOriginal(databaseIn(admin, template)),
    [sandboxTemplate]: await readOriginal(databaseIn(admin, sandboxTemplate)),
  }
  project.provide('postgres', { admin, template, sandboxTemplate, originals, isInMemory })
  return template
}

/** What every shop without Stripe has: products, prices and a billing portal. */
async function prepareSandbox(pool: pg.Pool): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hemline-template-'))
  const payments = openPayments({
    settings: readSettings({ DATA_DIR: folder }),
    pool,
    clock: () => new Date(),
    mayCall: () => {},
    webhookFetch: async () => new Response(),
  })
  await setUpPayments(payments.stripe, null)
  await payments.deliver()
  await payments.close()
  rmSync(folder, { recursive: true })
}

/** Another database of the same server. */
export function databaseIn(target: ConnectionTarget, database: string): ConnectionTarget {
  if (!('connectionString' in target)) return { ...target, database }
  const url = new URL(target.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}
