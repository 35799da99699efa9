import type { PersonId } from '#db/ids.ts'
import { BoundedQueue } from '#domain/shared/lists/bounded-queue.ts'

/** Bodies that have arrived. Each holds at most about one photo in memory while it is read. */
const ALL = { atOnce: 60, waiting: 300, waitMilliseconds: 20_000 }
/** Keeps one person from taking the places of others. */
const PER_PERSON = { atOnce: 6, waiting: 30, waitMilliseconds: 20_000 }

export const UPLOADS_BUSY = 'We are busy with other uploads. Please try again in a minute.'
export const UPLOADS_BUSY_SECONDS = 30

const all = new BoundedQueue(ALL)
const own = new Map<PersonId, { readonly queue: BoundedQueue; requests: number }>()

/**
 * Reads a body with photos that has arrived (`whenArrived`) when it is its turn.
 * @throws TooBusy when too many others are being read; nothing has been read then
 */
export async function inTurn<T>(personId: PersonId, read: () => Promise<T>): Promise<T> {
  const mine = own.get(personId) ?? { queue: new BoundedQueue(PER_PERSON), requests: 0 }
  own.set(personId, mine)
  mine.requests += 1
  try {
    return await mine.queue.run(() => all.run(read))
  } finally {
    mine.requests -= 1
    if (mine.requests === 0) own.delete(personId)
  }
}
