import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { CityId } from '#db/ids.ts'
import { testDatabase } from '#test/postgres/database.ts'
import { activeCities } from './cities.ts'
import { MAX_ACTIVE_CITIES } from './city-limits.ts'
import { addCity, deleteCity, setCityActive } from './edit-cities.ts'

const { db, made } = await testDatabase()
const admin = await made.admin()
const now = new Date('2026-11-20T12:00:00Z')
const full = { ok: false, problem: { reason: 'too-many-active' } }

beforeEach(async () => {
  await db.deleteFrom('cities').execute()
})

let named = 0
type City = { readonly id: CityId }
const add = (max?: number) =>
  addCity(db, admin, { name: `Added ${++named}`, state: 'NY' }, now, max)
const change = (active: boolean, { id }: City, max?: number) =>
  setCityActive(db, admin, { cityId: id, active }, now, max)
const activate = (city: City, max?: number) => change(true, city, max)

test('at the limit no city is added or activated, until one is deactivated or deleted', async () => {
  const [first, second] = [await made.city(), await made.city()]
  const inactive = await made.city({ is_active: false })
  expect([await add(2), await activate(inactive, 2)]).toEqual([full, full])
  expect((await activate(first, 2)).ok).toBe(true)
  expect(await db.selectFrom('audit_log').select('action').execute()).toEqual([])
  expect(await activeCities(db)).toMatchObject([{ id: first.id }, { id: second.id }])
  expect((await change(false, first, 2)).ok).toBe(true)
  expect((await activate(inactive, 2)).ok).toBe(true)
  expect(await add(2)).toEqual(full)
  await deleteCity(db, admin, second.id, now)
  expect((await add(2)).ok).toBe(true)
  expect(await add(2)).toEqual(full)
})

test('the application form offers as many cities as can be active', async () => {
  await sql`insert into cities (id, name, state, created_at)
    select gen_random_uuid(), 'City ' || n, 'OH', ${now}
    from generate_series(2, ${MAX_ACTIVE_CITIES}::int) n`.execute(db)
  expect((await add()).ok).toBe(true)
  expect(await activeCities(db)).toHaveLength(MAX_ACTIVE_CITIES)
  const inactive = await made.city({ is_active: false })
  expect([await add(), await activate(inactive)]).toEqual([full, full])
  await db.updateTable('cities').set({ is_active: true }).where('id', '=', inactive.id).execute()
  expect(await activeCities(db)).toHaveLength(MAX_ACTIVE_CITIES)
})

test('when several admins add or activate the last city below the limit, one succeeds', async () => {
  for (let round = 1; round <= 12; round += 1) {
    const inactive = [
      await made.city({ is_active: false }),
      await made.city({ is_active: false }),
    ] as const
    const results = await Promise.all([
      add(round),
      activate(inactive[0], round),
      add(round),
      activate(inactive[1], round),
    ])
    expect(results.filter(({ ok }) => ok)).toHaveLength(1)
    expect(results.filter(({ ok }) => !ok)).toEqual([full, full, full])
    expect(await activeCities(db)).toHaveLength(round)
  }
})
