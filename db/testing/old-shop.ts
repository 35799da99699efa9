import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { Pool } from 'pg'

/**
 * Fills an empty database with a shop of version 0.1.0 at its first schema (commit cfab5ca1): the result of
 * 380 random actions of `npm run simulate`, and rows by hand in the tables that these do not reach.
 */
export async function addOldShop(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query(gunzipSync(readFileSync('db/testing/shop-of-0.1.0.sql.gz')).toString())
  } finally {
    // The dump has changed the settings of this connection.
    client.release(true)
  }
}
