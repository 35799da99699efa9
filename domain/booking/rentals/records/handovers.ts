import { sql } from 'kysely'
import type { Db, Tx } from '#db/connection.ts'
import type { HandoverStep } from '#db/enums.ts'
import type { ImageId, RentalId } from '#db/ids.ts'
import { attachImages } from '#domain/catalogue/images/images.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome } from '#domain/shared/outcome.ts'

/** What can be recorded at a handover: a note and uploaded images. */
export type HandoverWords = {
  readonly note?: string
  readonly imageIds?: readonly ImageId[]
}

export type HandoverProblem = { readonly reason: 'image-unknown' }

/**
 * Part of delivering and returning. Writes nothing without a note or images. When a step was undone
 * and is taken again, its notes and images are merged into one report.
 */
export async function writeHandover(
  tx: Tx,
  who: Person,
  rentalId: RentalId,
  step: HandoverStep,
  { note = '', imageIds = [] }: HandoverWords,
  now: Date,
): Promise<Outcome<null, HandoverProblem>> {
  const words = note.trim()
  if (words === '' && imageIds.length === 0) return done(null)
  const attached = await attachImages(tx, who, imageIds, 'handover', now)
  if (!attached.ok) return attached
  await tx
    .insertInto('rental_handovers')
    .values({
      id: newId(),
      rental_id: rentalId,
      step,
      note: words,
      image_ids: [...new Set(imageIds)],
      written_by: who.id,
      written_at: now,
    })
    .onConflict((conflict) =>
      conflict.constraint('one_report_per_person_and_step').doUpdateSet({
        note: sql<string>`concat_ws(e'\n\n', nullif(rental_handovers.note, ''), nullif(excluded.note, ''))`,
        image_ids: sql<ImageId[]>`rental_handovers.image_ids || excluded.image_ids`,
        written_at: now,
      }),
    )
    .execute()
  return done(null)
}

export type Handover = Awaited<ReturnType<typeof handoversOf>>[number]

/** The handovers of these rentals, oldest first; both sides can read them. */
export async function handoversOf(db: Db, rentalIds: readonly RentalId[]) {
  if (rentalIds.length === 0) return []
  return await db
    .selectFrom('rental_handovers as h')
    .innerJoin('user_profiles as p', 'p.id', 'h.written_by')
    .innerJoin('rentals as r', 'r.id', 'h.rental_id')
    .select(['h.rental_id as rentalId', 'h.step', 'h.note', 'h.image_ids as imageIds'])
    .select(['p.full_name as writtenBy', 'h.written_at as writtenAt'])
    .select(
      sql<'renter' | 'closet'>`case when h.written_by = r.renter_id then 'renter'
        else 'closet' end`.as('bySide'),
    )
    .where('h.rental_id', 'in', rentalIds)
    .orderBy('h.written_at')
    .execute()
}
