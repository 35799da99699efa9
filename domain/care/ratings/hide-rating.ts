import { type Db, inTransaction, type Tx } from '#db/connection.ts'
import type { RatingId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { actionsAt, recordAction } from '#domain/shared/audit.ts'
import { PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { undoEnd } from '#domain/shared/undo-time.ts'
import { MAX_HIDE_REASON_CHARACTERS } from './rating-limits.ts'

// Moderation: admins hide published ratings for their text or photos, never for their stars.

type NotFound = { readonly reason: 'rating-not-found' }

export type HideProblem =
  /** Not published, or its reply was removed. */
  | NotFound
  | { readonly reason: 'already-hidden' }
  /** It has no text and no photos. */
  | { readonly reason: 'only-stars' }
  | { readonly reason: 'reason-missing' }
  | { readonly reason: 'reason-too-long' }

export type ShowProblem = NotFound | { readonly reason: 'already-shown' }

type Hide = { readonly ratingId: RatingId; readonly reason: string }

/** Hides a rating from everybody except admins and its writer, who gets the reason by email. */
export async function hideRating(
  db: Db,
  admin: Admin,
  { ratingId, reason: given }: Hide,
  now: Date,
): Promise<Outcome<null, HideProblem>> {
  return await inTransaction(db, async (tx) => {
    const rating = await lockPublished(tx, ratingId)
    if (!rating) return refused({ reason: 'rating-not-found' })
    if (rating.hidden_at) return refused({ reason: 'already-hidden' })
    if (rating.words === '' && rating.image_ids.length === 0)
      return refused({ reason: 'only-stars' })
    const reason = checkReason(given)
    if (!reason.ok) return reason
    await hide(tx, admin, { ratingId, rating, reason: reason.value }, now)
    await tell(tx, rating, 'hide', now)
    return done(null)
  })
}

async function hide(
  tx: Tx,
  admin: Admin,
  { ratingId, rating, reason }: Hide & { readonly rating: Locked },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('ratings')
    .set({ hidden_at: now, hidden_by: admin.id, hidden_reason: reason })
    .where('id', '=', ratingId)
    .execute()
  const after = { stars: rating.stars, words: rating.words, reason }
  await record(tx, admin, 'hide', ratingId, { after }, now)
}

/** Part of deciding a report, whose email tells the writer: hides the reported rating. */
export async function hideReported(
  tx: Tx,
  admin: Admin,
  { ratingId, reason }: Hide,
  now: Date,
): Promise<Outcome<null, { readonly reason: 'only-stars' }>> {
  const rating = await lockPublished(tx, ratingId)
  if (!rating || rating.hidden_at) return done(null)
  if (rating.words === '' && rating.image_ids.length === 0) return refused({ reason: 'only-stars' })
  await hide(tx, admin, { ratingId, rating, reason }, now)
  return done(null)
}

/** Shows a hidden rating again; its writer gets an email. */
export async function showRating(
  db: Db,
  admin: Admin,
  ratingId: RatingId,
  now: Date,
): Promise<Outcome<null, ShowProblem>> {
  return await inTransaction<Outcome<null, ShowProblem>>(db, async (tx) => {
    const rating = await lockPublished(tx, ratingId)
    if (!rating) return refused({ reason: 'rating-not-found' })
    if (!rating.hidden_at) return refused({ reason: 'already-shown' })
    await show(tx, admin, { ratingId, rating }, now)
    return done(null)
  })
}

async function show(
  tx: Tx,
  admin: Admin,
  { ratingId, rating }: { readonly ratingId: RatingId; readonly rating: Locked },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('ratings')
    .set({ hidden_at: null, hidden_by: null, hidden_reason: null })
    .where('id', '=', ratingId)
    .execute()
  const before = { reason: rating.hidden_reason }
  await record(tx, admin, 'show', ratingId, { before }, now)
  await tell(tx, rating, 'show', now)
}

const MODERATIONS = ['hide', 'show']

/**
 * Undoes what this admin decided `at`, within `UNDO_MINUTES` and unless anybody decided since: shows
 * a rating again, or hides it again for the reason that it had been hidden for. Its writer gets an
 * email. Returns what it is now; null when it is too late.
 */
export async function undoModeration(
  db: Db,
  admin: Admin,
  { ratingId, at }: { readonly ratingId: RatingId; readonly at: Date },
  now: Date,
): Promise<'hidden' | 'shown' | null> {
  if (at > now || now >= undoEnd(at)) return null
  return await inTransaction(db, async (tx) => {
    const rating = await lockPublished(tx, ratingId)
    if (!rating) return null
    const mine = { actor: admin, noun: 'rating', actions: MODERATIONS }
    const lines = await actionsAt(tx, mine, at, { later: MODERATIONS, max: PAGE_SIZE })
    const line = lines.find(({ noun_id }) => noun_id === ratingId)
    if (line?.action === 'hide' && rating.hidden_at) {
      await show(tx, admin, { ratingId, rating }, now)
      return 'shown'
    }
    const { reason }: Record<string, unknown> = Object(line?.before)
    if (line?.action !== 'show' || rating.hidden_at || typeof reason !== 'string') return null
    await hide(tx, admin, { ratingId, rating, reason }, now)
    await tell(tx, rating, 'hide', now)
    return 'hidden'
  })
}

/** Removes the reply to a rating permanently; its writer gets the reason by email. */
export async function removeReply(
  db: Db,
  admin: Admin,
  { ratingId, reason: given }: Hide,
  now: Date,
): Promise<Outcome<null, Exclude<HideProblem, { reason: 'already-hidden' | 'only-stars' }>>> {
  return await inTransaction(db, async (tx) => {
    const rating = await lockPublished(tx, ratingId)
    if (rating?.reply == null) return refused({ reason: 'rating-not-found' })
    const reason = checkReason(given)
    if (!reason.ok) return reason
    await tx.updateTable('ratings').set({ reply: null }).where('id', '=', ratingId).execute()
    const lines = { before: { reply: rating.reply }, after: { reason: reason.value } }
    await record(tx, admin, 'remove-reply', ratingId, lines, now)
    await tell(tx, rating, 'remove-reply', now, reason.value)
    return done(null)
  })
}

async function lockPublished(tx: Tx, ratingId: RatingId) {
  return await tx
    .selectFrom('ratings')
    .select(['rental_id', 'side', 'stars', 'words', 'image_ids', 'hidden_at', 'hidden_reason'])
    .select('reply')
    .where('id', '=', ratingId)
    .where('published_at', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockPublished>>>

type ReasonProblem = Extract<HideProblem, { reason: 'reason-missing' | 'reason-too-long' }>

function checkReason(given: string): Outcome<string, ReasonProblem> {
  const reason = given.trim()
  if (reason === '') return refused({ reason: 'reason-missing' })
  return [...reason].length > MAX_HIDE_REASON_CHARACTERS
    ? refused({ reason: 'reason-too-long' })
    : done(reason)
}

async function record(
  tx: Tx,
  admin: Admin,
  action: string,
  ratingId: RatingId,
  lines: { readonly before?: unknown; readonly after?: unknown },
  now: Date,
) {
  await recordAction(tx, admin, { action, noun: 'rating', nounId: ratingId, ...lines }, now)
}

async function tell(
  tx: Tx,
  { rental_id: rentalId, side }: Locked,
  event: 'hide' | 'show' | 'remove-reply',
  now: Date,
  reason?: string,
) {
  const at = String(now.getTime())
  await enqueue(tx, 'tell-about-ratings', { rentalId, event, side, at, ...(reason && { reason }) })
}
