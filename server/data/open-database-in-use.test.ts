import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '#gateways/images/testing/temporary-stores.ts'
import { readSettings } from '#server/settings/settings.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { urlOf } from '#test/postgres/database-url.ts'
import { emptyDatabase } from '#test/postgres/empty-database.ts'
import { openExistingDatabase } from './open-database-in-use.ts'

const open = (env: Record<string, string>) => openExistingDatabase(readSettings(env), () => {})

const ofItsOwn = { SESSION_SECRET: 'x'.repeat(32), PAYMENTS: 'sandbox', MAIL: 'local' }

test('a command that needs an existing shop creates no database, and says where it looked', async () => {
  const dataDir = temporaryFolder()
  await expect(open({ DATA_DIR: dataDir })).rejects.toThrow(
    `No shop has been started on the database in ${dataDir}: run this command with the settings of the shop`,
  )
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)

  const { target } = await emptyDatabase()
  const url = new URL(urlOf(target))
  if (!url.password) url.password = 'geheim-42'
  const empty = open({ ...ofItsOwn, DATABASE_URL: url.href })
  const place = `${url.pathname.slice(1)} on ${url.host}`
  await expect(empty).rejects.toThrow(`No shop has been started on the database ${place}: `)
  await expect(empty).rejects.not.toThrow(url.password)

  const shop = await testDatabase()
  await (await open({ ...ofItsOwn, DATABASE_URL: urlOf(shop.target) })).close()
})
