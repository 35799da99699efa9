import type { Db, DbOrTx } from '#db/connection.ts'

/** Records the time zone of the shop (an IANA name) at each start. */
export async function recordShopTimeZone(db: Db, timeZone: string): Promise<void> {
  await db
    .updateTable('shop_time_zone')
    .set({ time_zone: timeZone })
    .where('time_zone', '<>', timeZone)
    .execute()
}

/** The recorded time zone, for commands that are far from the settings. */
export async function readShopTimeZone(db: DbOrTx): Promise<string> {
  const row = await db.selectFrom('shop_time_zone').select('time_zone').executeTakeFirstOrThrow()
  return row.time_zone
}
