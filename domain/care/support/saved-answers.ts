import { sql } from 'kysely'
import { type Db, type DbOrTx, inTransaction, type Tx, violatedConstraint } from '#db/connection.ts'
import type { SavedAnswerId } from '#db/ids.ts'
import type { Admin } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { oneLine, severalLines } from '#domain/shared/plain-text.ts'
import {
  MAX_SAVED_ANSWERS,
  MAX_SAVED_TITLE_CHARACTERS,
  MAX_SUPPORT_CHARACTERS,
} from './support-limits.ts'

export type SavedAnswer = Awaited<ReturnType<typeof savedAnswers>>[number]

/** All saved answers, by title. */
export async function savedAnswers(db: DbOrTx, _admin: Admin) {
  return await db
    .selectFrom('saved_answers')
    .select(['id', 'title', 'body', 'updated_at as updatedAt'])
    .orderBy(sql`lower(title)`)
    .limit(MAX_SAVED_ANSWERS)
    .execute()
}

export type SavedAnswerInput = {
  /** Null for a new one. */
  readonly id: SavedAnswerId | null
  readonly title: string
  readonly body: string
  /** When it was last changed, as the admin saw it; null for a new one. */
  readonly seenAt: Date | null
}

export type SaveAnswerProblem =
  | { readonly reason: 'title-missing' }
  | { readonly reason: 'title-too-long' }
  | { readonly reason: 'title-taken' }
  | { readonly reason: 'words-missing' }
  | { readonly reason: 'words-too-long' }
  | { readonly reason: 'too-many-saved' }
  | { readonly reason: 'answer-not-found' }
  /** Another admin has changed it in the meantime. */
  | { readonly reason: 'changed' }

/** Adds a saved answer or changes one. */
export async function saveAnswer(
  db: Db,
  admin: Admin,
  input: SavedAnswerInput,
  now: Date,
): Promise<Outcome<null, SaveAnswerProblem>> {
  const title = oneLine(input.title)
  const body = severalLines(input.body)
  if (title === '') return refused({ reason: 'title-missing' })
  if ([...title].length > MAX_SAVED_TITLE_CHARACTERS) return refused({ reason: 'title-too-long' })
  if (body === '') return refused({ reason: 'words-missing' })
  if ([...body].length > MAX_SUPPORT_CHARACTERS) return refused({ reason: 'words-too-long' })
  const answer = { title, body, updated_at: now }
  try {
    return await inTransaction(db, (tx) =>
      input.id ? change(tx, admin, { ...input, id: input.id }, answer) : add(tx, admin, answer),
    )
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'saved_answer_titles_differ') return refused({ reason: 'title-taken' })
    if (constraint === 'there_are_at_most_50_saved_answers')
      return refused({ reason: 'too-many-saved' })
    throw error
  }
}

type Answer = { readonly title: string; readonly body: string; readonly updated_at: Date }

async function add(
  tx: Tx,
  admin: Admin,
  answer: Answer,
): Promise<Outcome<null, SaveAnswerProblem>> {
  const id: SavedAnswerId = newId()
  await tx
    .insertInto('saved_answers')
    .values({ id, ...answer })
    .execute()
  const after = { title: answer.title, body: answer.body }
  const line = { action: 'add', noun: 'saved answer', nounId: id, after }
  await recordAction(tx, admin, line, answer.updated_at)
  return done(null)
}

async function change(
  tx: Tx,
  admin: Admin,
  { id, seenAt }: { readonly id: SavedAnswerId; readonly seenAt: Date | null },
  answer: Answer,
): Promise<Outcome<null, SaveAnswerProblem>> {
  const before = await tx
    .selectFrom('saved_answers')
    .select(['title', 'body', 'updated_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return refused({ reason: 'answer-not-found' })
  const after = { title: answer.title, body: answer.body }
  if (before.title === after.title && before.body === after.body) return done(null)
  if (before.updated_at.getTime() !== seenAt?.getTime()) return refused({ reason: 'changed' })
  await tx.updateTable('saved_answers').set(answer).where('id', '=', id).execute()
  const line = {
    action: 'edit',
    noun: 'saved answer',
    nounId: id,
    before: { title: before.title, body: before.body },
    after,
  }
  await recordAction(tx, admin, line, answer.updated_at)
  return done(null)
}

/** Deletes a saved answer; one that is gone already counts as deleted. */
export async function deleteAnswer(
  db: Db,
  admin: Admin,
  id: SavedAnswerId,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const gone = await tx
      .deleteFrom('saved_answers')
      .where('id', '=', id)
      .returning(['title', 'body'])
      .executeTakeFirst()
    if (!gone) return
    const line = { action: 'delete', noun: 'saved answer', nounId: id, before: gone }
    await recordAction(tx, admin, line, now)
  })
}
