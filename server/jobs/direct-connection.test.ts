import { expect, test } from 'vitest'
import { systemFor } from '#server/testing/system.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { directConnection } from './direct-connection.ts'
import { tasks } from './jobs.ts'
import { runScheduled, scheduledJobs } from './scheduled-jobs.ts'
import { beginJob } from './system.ts'

const { signal } = new AbortController()

test('behind a pooler, which ends long statements, integrity checks use a direct connection', async () => {
  const [app, direct] = [await testDatabase(), await testDatabase({ violatesInvariants: true })]
  await direct.pool.query(`create or replace view invariant_violations as
    select 'a check' as check_name, '1' as subject, '' as detail`)
  const target = { connectionString: 'postgres://pooler.test/shop', isPooled: true }
  const system = {
    ...systemFor(app.db),
    onDirectConnection: directConnection(app.db, { target, directTarget: direct.target }),
  }
  for (const run of [
    () => tasks['check-integrity']({}, beginJob(system), signal),
    () => runScheduled(scheduledJobs['check-integrity-again'], system, signal),
  ]) {
    await run()
    const results = direct.db.selectFrom('integrity_results').select('violations')
    const found = await results.where('check_name', '=', 'a check').execute()
    expect(found).toEqual([{ violations: [{ subject: '1', detail: '' }] }])
    await direct.pool.query('delete from integrity_results')
  }
  expect(await app.db.selectFrom('integrity_results').selectAll().execute()).toEqual([])
})

test('without a pooler the connections of the app are direct', async () => {
  const { db, target } = await testDatabase()
  const onDirectConnection = directConnection(db, { target, directTarget: target })
  expect(await onDirectConnection(async (given) => given === db)).toBe(true)
})
