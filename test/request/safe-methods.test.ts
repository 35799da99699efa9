import { expect, test } from 'vitest'
import { newId } from '#domain/shared/ids.ts'
import { updateRows } from '#test/postgres/rows.ts'
import { addressKind } from '#test/worlds/every-form.ts'
import { populatedSite } from '#test/worlds/populated.ts'

const { site, people, places, viewers } = await populatedSite()
await site.drainJobs()

/** The contents of every table, except counters, which requests may change. */
async function held(): Promise<Record<string, string>> {
  const { rows: tables } = await site.database.pool.query<{ name: string }>(
    `select quote_ident(table_schema) || '.' || quote_ident(table_name) as name
     from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
       and table_name not in ('rate_limits', 'unmet_search_marks')`,
  )
  const texts: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await site.database.pool.query<{ text: string }>(
      `select coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as text from ${name} t`,
    )
    texts[name] = rows[0]?.text ?? ''
  }
  return texts
}

async function links(): Promise<string[]> {
  const browsing = site.stranger()
  const account = { full_name: 'Ada Moss', email: 'links@example.test', password: 'silk and linen' }
  await browsing.post('/auth?mode=sign-up', account)
  await browsing.post('/auth/forgot', account)
  const wanted = { what: 'email', email: 'wanted@example.test', password: account.password }
  await browsing.post('/profile/sign-in', wanted)
  await site.drainJobs()
  const mails = await site.db.selectFrom('mail_outbox').select('text_body').execute()
  return mails.flatMap(({ text_body }) => text_body.match(/\/auth\/\w+\?token=\S+/g) ?? [])
}

test('following an emailed link changes nothing until its form is confirmed', async () => {
  const mailed = await links()
  const kinds = new Set(mailed.map((path) => path.split('?')[0]))
  expect([...kinds].toSorted()).toEqual(['/auth/email', '/auth/reset', '/auth/verify'])
  const before = await held()
  for (const path of mailed) {
    const page = await site.stranger().get(path)
    if (page.status === 200) expect(page.has('main form[method=post]')).toBe(true)
  }
  expect(await held()).toEqual(before)
})

test('no GET request changes anything', async () => {
  const before = await held()
  expect(Object.keys(before).length).toBeGreaterThan(30)
  const kinds = new Map<string, string>()
  for (const path of [...viewers.keys(), ...places.map(({ at }) => at)])
    kinds.set(addressKind(path), path)
  expect(kinds.size).toBeGreaterThan(150)
  for (const path of kinds.values())
    for (const as of [null, ...people]) await site.get(path.replace(/\?|$/, '.data$&'), { as })
  // A page runs the same queries as its data, so a visitor and its viewer are enough.
  for (const { at } of places)
    for (const as of new Set([null, viewers.get(at) ?? null])) await site.get(at, { as })
  expect(await held()).toEqual(before)
}, 300_000)

test('the comparison of all tables detects a single changed value', async () => {
  const [person] = people
  const before = await held()
  await updateRows(site.db, 'user_profiles', person?.id ?? newId(), { city: 'Elsewhere' })
  expect(await held()).not.toEqual(before)
})
