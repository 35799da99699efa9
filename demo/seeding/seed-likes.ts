import type { Db } from '#db/connection.ts'
import { catalogue } from '#demo/catalogue/catalogue.ts'
import { addRows } from './add-rows.ts'
import { demoId } from './demo-id.ts'
import { itemId } from './seed-catalogue.ts'
import { personId, shopperIds } from './seed-people.ts'

const HOUR_MS = 3_600_000

/** A few items get many likes and most get few; the likes are the same in every demo. */
export async function seedLikes(db: Db, now: Date): Promise<void> {
  const people = [...shopperIds, personId('shopper@hemline.test')]
  const rows = catalogue.flatMap(({ picture }) => {
    const popularity = chance(`popular ${picture}`) ** 2
    return people
      .map((user_id) => ({ user_id, luck: chance(`${user_id} ${picture}`) }))
      .filter(({ luck }) => luck < 0.08 + popularity * 0.7)
      .map(({ user_id, luck }) => ({
        user_id,
        item_id: itemId(picture),
        created_at: new Date(now.getTime() - luck * 900 * HOUR_MS),
      }))
  })
  await addRows(db, 'likes', rows)
}

/** A number from 0 to 1 that depends only on the text. */
function chance(words: string): number {
  return Number.parseInt(demoId(words).slice(0, 8), 16) / 0xffffffff
}
