import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { Measurements } from '#domain/accounts/sizes/should-fit.ts'

/** The columns of `item_measurements` with this alias, as numbers in centimeters. */
export function measuredIn(table: string) {
  const number = (column: string) => sql<number | null>`${sql.ref(`${table}.${column}`)}::float8`
  return [
    number('bust_cm').as('bust_cm'),
    number('waist_cm').as('waist_cm'),
    number('hips_cm').as('hips_cm'),
    number('length_cm').as('length_cm'),
  ] as const
}

/** The measurements of an item; null if nobody has measured it. */
export async function readMeasurements(db: DbOrTx, itemId: ItemId): Promise<Measurements | null> {
  const row = await db
    .selectFrom('item_measurements')
    .select('stretch')
    .select(sql<number | null>`bust_cm::float8`.as('bustCm'))
    .select(sql<number | null>`waist_cm::float8`.as('waistCm'))
    .select(sql<number | null>`hips_cm::float8`.as('hipsCm'))
    .select(sql<number | null>`length_cm::float8`.as('lengthCm'))
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return row ?? null
}

/** The measurements with their keys in the order of reading; null if all of them are empty. */
export function storedMeasurements(measurements: Measurements | null): Measurements | null {
  if (!measurements) return null
  const { stretch, bustCm, waistCm, hipsCm, lengthCm } = measurements
  const stored = { stretch, bustCm, waistCm, hipsCm, lengthCm }
  return Object.values(stored).every((value) => value === null) ? null : stored
}

/** Part of a command that has locked the item: stores measurements, and removes empty ones. */
export async function writeMeasurements(
  tx: Tx,
  itemId: ItemId,
  measurements: Measurements | null,
): Promise<void> {
  const stored = storedMeasurements(measurements)
  if (!stored) {
    await tx.deleteFrom('item_measurements').where('item_id', '=', itemId).execute()
    return
  }
  const row = {
    stretch: stored.stretch,
    bust_cm: stored.bustCm,
    waist_cm: stored.waistCm,
    hips_cm: stored.hipsCm,
    length_cm: stored.lengthCm,
  }
  await tx
    .insertInto('item_measurements')
    .values({ item_id: itemId, ...row })
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(row))
    .execute()
}
