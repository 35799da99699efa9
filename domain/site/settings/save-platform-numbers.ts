import { type Db, type DbOrTx, inTransaction, type Tx } from '#db/connection.ts'
import { platformNumberKeys } from '#db/enums.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { hasChanged, versionOf } from '#domain/shared/version.ts'
import {
  isAllowedNumber,
  type PlatformNumbers,
  platformNumbers,
  platformNumbersFrom,
} from './platform-numbers.ts'

export async function readPlatformNumbers(db: DbOrTx): Promise<PlatformNumbers> {
  const rows = await numberRows(db).execute()
  return platformNumbersFrom(
    Object.fromEntries(rows.map((row) => [row.setting_key, row.setting_value])),
  )
}

export function numbersVersion(numbers: PlatformNumbers): string {
  return versionOf(numbers)
}

export type NumbersRefusal =
  /** One of the numbers is not a whole number within its bounds. */
  | { readonly reason: 'out-of-bounds' }
  /** Gift credits would last for less than `minGiftMonths`. */
  | { readonly reason: 'gifts-expire-early' }
  /** Somebody else has saved the numbers since this edit started. */
  | { readonly reason: 'edit-conflict' }

/**
 * Saves all numbers, in the units of `platform_numbers`. They apply from now on: existing rentals
 * and gifts stay as they are. `seen` is the version that the edit started from; `minGiftMonths` is
 * what the law asks of this shop.
 */
export async function savePlatformNumbers(
  db: Db,
  admin: Admin,
  numbers: PlatformNumbers,
  now: Date,
  seen: string | null = null,
  minGiftMonths: number = platformNumbers.gift_months.min,
): Promise<Outcome<void, NumbersRefusal>> {
  if (!platformNumberKeys.every((key) => isAllowedNumber(key, numbers[key])))
    return refused({ reason: 'out-of-bounds' })
  if (numbers.gift_months !== null && numbers.gift_months < minGiftMonths)
    return refused({ reason: 'gifts-expire-early' })
  return inTransaction<Outcome<void, NumbersRefusal>>(db, async (tx) => {
    const before = await lockNumbers(tx)
    if (hasChanged(seen, numbersVersion(before), numbersVersion(numbers)))
      return refused({ reason: 'edit-conflict' })
    const rows = platformNumberKeys.map((key) => ({
      setting_key: key,
      setting_value: numbers[key],
    }))
    await tx
      .insertInto('platform_numbers')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('setting_key')
          .doUpdateSet(({ ref }) => ({ setting_value: ref('excluded.setting_value') })),
      )
      .execute()
    const act = { action: 'edit', noun: 'platform numbers', nounId: 'platform' }
    await recordAction(tx, admin, { ...act, before, after: numbers }, now)
    return done(undefined)
  })
}

function numberRows(db: DbOrTx) {
  return db
    .selectFrom('platform_numbers')
    .select(['setting_key', 'setting_value'])
    .orderBy('setting_key')
}

/** The rows always exist, so locking them makes a second edit wait. */
async function lockNumbers(tx: Tx): Promise<PlatformNumbers> {
  const rows = await numberRows(tx).forNoKeyUpdate().execute()
  return platformNumbersFrom(
    Object.fromEntries(rows.map((row) => [row.setting_key, row.setting_value])),
  )
}
