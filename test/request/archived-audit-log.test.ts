import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { addAuditLogMonths } from '#domain/oversight/audit-log-months.ts'
import { newId } from '#domain/shared/ids.ts'
import { archiveAuditMonths } from '#server/backup/archive-audit-months.ts'
import { restoreAuditMonth } from '#server/backup/restore-audit-month.ts'
import { testSite } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'

test('lines that were moved to a file are not listed, and once they are back filters find them', async () => {
  const database = await testDatabase()
  const site = await testSite({ database })
  const [as, { db, pool }] = [{ as: await site.make.admin() }, database]
  await addAuditLogMonths(db, new Date('2027-11-01'))
  const line = { actor_id: as.as.id, action: 'add', noun: 'city', noun_id: 'x' }
  for (const at of ['2027-12-24T12:00:00Z', '2028-02-01T12:00:00Z'])
    await db
      .insertInto('audit_log')
      .values({ ...line, id: newId(), at: new Date(at) })
      .execute()
  const folder = mkdtempSync(join(tmpdir(), 'hemline-archived-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const december = async () =>
    (await site.get('/admin/audit?noun=city&action=add&from=2027-12-01&to=2027-12-31', as)).$$(
      'main ol > li',
    ).length
  const page = async () => (await site.get('/admin/audit', as)).text('main')
  expect(await december()).toBe(1)
  const times = { before: new Date('2028-01-15'), now: new Date('2029-01-15') }
  const files = await archiveAuditMonths(pool, { folder, ...times })
  expect(await december()).toBe(0)
  expect(await page()).toMatch(/1 lines from before Dec 31, 2027.* were moved to files/)
  for (const { file } of files.toReversed()) await restoreAuditMonth(pool, file)
  expect(await december()).toBe(1)
  expect(await page()).not.toContain('moved to files')
})
