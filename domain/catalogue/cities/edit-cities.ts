import { sql } from 'kysely'
import { type Db, inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import type { CityId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { countUpTo } from '#domain/shared/lists/found.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { MAX_ACTIVE_CITIES } from './city-limits.ts'

/** What was changed. */
type Named = { readonly name: string }

type NotFound = { readonly reason: 'city-not-found' }
type TooManyActive = { readonly reason: 'too-many-active' }
type AddProblem = TooManyActive | { readonly reason: 'listed-already' }
type ActiveProblem = TooManyActive | NotFound

/** Closets apply from active cities only (spec 12.5), and at most `max` are active. */
export async function addCity(
  db: Db,
  admin: Admin,
  { name, state }: { readonly name: string; readonly state: string },
  now: Date,
  max = MAX_ACTIVE_CITIES,
): Promise<Outcome<{ readonly cityId: CityId }, AddProblem>> {
  const cityId: CityId = newId()
  const row = { name, state }
  try {
    return await inTransaction<Outcome<{ readonly cityId: CityId }, AddProblem>>(db, async (tx) => {
      if (await limitIsReached(tx, max)) return refused({ reason: 'too-many-active' })
      await tx
        .insertInto('cities')
        .values({ id: cityId, ...row, created_by: admin.id, created_at: now })
        .execute()
      const line = { action: 'add', noun: 'city', nounId: cityId, after: row }
      await recordAction(tx, admin, line, now)
      return done({ cityId })
    })
  } catch (error) {
    if (violatedConstraint(error) === 'city_is_listed_once')
      return refused({ reason: 'listed-already' })
    throw error
  }
}

export async function setCityActive(
  db: Db,
  admin: Admin,
  { cityId, active }: { readonly cityId: CityId; readonly active: boolean },
  now: Date,
  max = MAX_ACTIVE_CITIES,
): Promise<Outcome<Named, ActiveProblem>> {
  return inTransaction<Outcome<Named, ActiveProblem>>(db, async (tx) => {
    const before = await lockCity(tx, cityId)
    if (!before) return refused({ reason: 'city-not-found' })
    if (before.is_active === active) return done({ name: before.name })
    if (active && (await limitIsReached(tx, max))) return refused({ reason: 'too-many-active' })
    await tx.updateTable('cities').set({ is_active: active }).where('id', '=', cityId).execute()
    const action = active ? 'activate' : 'deactivate'
    const { name } = before
    const line = { noun: 'city', nounId: cityId, before: { name }, after: { name } }
    await recordAction(tx, admin, { action, ...line }, now)
    return done({ name: before.name })
  })
}

/** Profiles of people who live there keep the city's name. */
export async function deleteCity(
  db: Db,
  admin: Admin,
  cityId: CityId,
  now: Date,
): Promise<Outcome<Named, NotFound>> {
  return inTransaction<Outcome<Named, NotFound>>(db, async (tx) => {
    const before = await lockCity(tx, cityId)
    if (!before) return refused({ reason: 'city-not-found' })
    await tx.deleteFrom('cities').where('id', '=', cityId).execute()
    await recordAction(tx, admin, { action: 'delete', noun: 'city', nounId: cityId, before }, now)
    return done({ name: before.name })
  })
}

async function limitIsReached(tx: Tx, max: number): Promise<boolean> {
  // Lets only one admin activate the last city. Callers lock the city before this.
  await sql`select pg_advisory_xact_lock(hashtext('active-cities'))`.execute(tx)
  const active = tx.selectFrom('cities').where('is_active', '=', sql.lit(true))
  return (await countUpTo(tx, active, max)) >= max
}

async function lockCity(tx: Tx, cityId: CityId) {
  return tx
    .selectFrom('cities')
    .select(['name', 'state', 'is_active'])
    .where('id', '=', cityId)
    .forUpdate()
    .executeTakeFirst()
}
