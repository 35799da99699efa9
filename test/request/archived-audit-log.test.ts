import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addAuditLogMonths } from '#domain/admin/audit/audit-log-months.ts'
import { newId } from '#domain/shared/ids.ts'
import { archiveAuditMonths } from '#server/data/backup/archive-audit-months.ts'
import { restoreAuditMonth } from '#server/data/backup/restore-audit-month.ts'
import { testSite } from '#test/app.ts'
import { nextYear, secondYear, thirdYear } from '#test/make/later-years.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { insertRows } from '#test/postgres/rows.ts'

test('archived audit lines are not listed; restored ones are found by filters again', async () => {
  const database = await testDatabase()
  const site = await testSite({ database })
  const [as, { db, pool }] = [{ as: await site.make.admin() }, database]
  await addAuditLogMonths(db, new Date(`${nextYear}-11-01`))
  const line = { actor_id: as.as.id, action: 'add', noun: 'city', noun_id: 'x' }
  for (const at of [`${nextYear}-12-24T12:00:00Z`, `${secondYear}-02-01T12:00:00Z`])
    await insertRows(db, 'audit_log', { ...line, id: newId(), at: new Date(at) })
  const folder = mkdtempSync(join(tmpdir(), 'hemline-archived-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const dates = `from=${nextYear}-12-01&to=${nextYear}-12-31`
  const december = async () =>
    (await site.get(`/admin/audit?noun=city&action=add&${dates}`, as)).$$('main ol > li').length
  const page = async () => (await site.get('/admin/audit', as)).text('main')
  expect(await december()).toBe(1)
  const times = { before: new Date(`${secondYear}-01-15`), now: new Date(`${thirdYear}-01-15`) }
  const files = await archiveAuditMonths(pool, { folder, ...times })
  expect(await december()).toBe(0)
  expect(await page()).toMatch(
    new RegExp(`1 lines from before Dec 31, ${nextYear}.* were moved to files`),
  )
  for (const { file } of files.toReversed()) await restoreAuditMonth(pool, file)
  expect(await december()).toBe(1)
  expect(await page()).not.toContain('moved to files')
})
