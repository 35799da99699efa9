import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#db/connection.ts'
import type { ItemId } from '#db/ids.ts'
import type { Measurements } from '#domain/accounts/sizes/should-fit.ts'

/** The columns of `item_measurements` with this alias, as numbers in centimeters. */
export function measuredIn(table: string) {
  const number = (column: string) => sql<number | null>`${sql.ref(`${table}.${column}`)}::float8`
  return [
    number('bust_cm').as('bustCm'),
    number('waist_cm').as('waistCm'),
    number('hips_cm').as('hipsCm'),
    number('length_cm').as('lengthCm'),
  ] as const
}

/** The measurements of an item; null if nobody has measured it. */
export async function readMeasurements(db: DbOrTx, itemId: ItemId): Promise<Measurements | null> {
  const row = await db
    .selectFrom('item_measurements as m')
    .select('m.stretch')
    .select([...measuredIn('m')])
    .where('m.item_id', '=', itemId)
    .executeTakeFirst()
  return row ?? null
}

/** Those in a row with other columns. */
export function pickMeasurements(row: Measurements): Measurements {
  const { stretch, bustCm, waistCm, hipsCm, lengthCm } = row
  return { stretch, bustCm, waistCm, hipsCm, lengthCm }
}

/** The measurements with their keys in the order of reading; null if all of them are empty. */
export function storedMeasurements(measurements: Measurements | null): Measurements | null {
  if (!measurements) return null
  const stored = pickMeasurements(measurements)
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
