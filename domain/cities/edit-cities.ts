import { type Db, inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import type { CityId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'

type NotFound = { readonly reason: 'city-not-found' }

/** Closets apply from active cities only (spec 12.5). */
export async function addCity(
  db: Db,
  admin: Admin,
  { name, state }: { readonly name: string; readonly state: string },
  now: Date,
): Promise<Outcome<{ readonly cityId: CityId }, { readonly reason: 'listed-already' }>> {
  const cityId: CityId = newId()
  const row = { name, state }
  try {
    await inTransaction(db, async (tx) => {
      await tx
        .insertInto('cities')
        .values({ id: cityId, ...row, created_by: admin.id, created_at: now })
        .execute()
      const line = { action: 'add', noun: 'city', nounId: cityId, after: row }
      await recordAction(tx, admin, line, now)
    })
    return done({ cityId })
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
): Promise<Outcome<null, NotFound>> {
  return inTransaction<Outcome<null, NotFound>>(db, async (tx) => {
    const before = await lockCity(tx, cityId)
    if (!before) return refused({ reason: 'city-not-found' })
    if (before.is_active === active) return done(null)
    await tx.updateTable('cities').set({ is_active: active }).where('id', '=', cityId).execute()
    const action = active ? 'activate' : 'deactivate'
    const { name } = before
    const line = { noun: 'city', nounId: cityId, before: { name }, after: { name } }
    await recordAction(tx, admin, { action, ...line }, now)
    return done(null)
  })
}

/** Profiles of people who live there keep the city's name. */
export async function deleteCity(
  db: Db,
  admin: Admin,
  cityId: CityId,
  now: Date,
): Promise<Outcome<null, NotFound>> {
  return inTransaction<Outcome<null, NotFound>>(db, async (tx) => {
    const before = await lockCity(tx, cityId)
    if (!before) return refused({ reason: 'city-not-found' })
    await tx.deleteFrom('cities').where('id', '=', cityId).execute()
    await recordAction(tx, admin, { action: 'delete', noun: 'city', nounId: cityId, before }, now)
    return done(null)
  })
}

async function lockCity(tx: Tx, cityId: CityId) {
  return tx
    .selectFrom('cities')
    .select(['name', 'state', 'is_active'])
    .where('id', '=', cityId)
    .forUpdate()
    .executeTakeFirst()
}
