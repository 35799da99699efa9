import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { ConnectionTarget } from '#db/connection.ts'
import { migrate } from '#db/migrate.ts'
import { setUpPayments } from '#domain/money/events/set-up-payments.ts'
import { migrate as migrateSandbox } from '#sandbox/core/schema.ts'
import { readSettings } from '#server/settings/settings.ts'
import { openPayments } from '#server/start/payments.ts'
import { databaseIn } from './database-url.ts'
import { type Original, readOriginal } from './restore-clone.ts'

export interface Templates {
  /** The migrated database that clones are made from, with the sandbox's products. */
  readonly template: string
  /** A template with only the sandbox's tables. */
  readonly sandboxTemplate: string
  /** The content of each template, by name. */
  readonly originals: Readonly<Record<string, Original>>
}

/** Creates the templates under names that begin with `template`. */
export async function makeTemplates(admin: ConnectionTarget, template: string): Promise<Templates> {
  const sandboxTemplate = `${template}_sandbox`
  const client = new pg.Client({ ...admin })
  await client.connect()
  for (const name of [template, sandboxTemplate]) await client.query(`create database "${name}"`)
  await client.end()
  await migrate(databaseIn(admin, template))
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
  return { template, sandboxTemplate, originals }
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
