import type { DbOrTx, Tx } from '#db/connection.ts'
import type { MailTopic } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'

/** The topics that a person has turned off. */
export async function disabledTopics(
  db: DbOrTx,
  { id }: { readonly id: PersonId },
): Promise<readonly MailTopic[]> {
  const rows = await db
    .selectFrom('mail_choices')
    .select('topic')
    .where('user_id', '=', id)
    .orderBy('topic')
    .execute()
  return rows.map(({ topic }) => topic)
}

/** Turns the emails of a topic off; repeating it has no effect. */
export async function disableMailTopic(
  db: DbOrTx,
  { id }: { readonly id: PersonId },
  topic: MailTopic,
  now: Date,
): Promise<void> {
  await db
    .insertInto('mail_choices')
    .columns(['user_id', 'topic', 'off_at'])
    .expression((people) =>
      people
        .selectFrom('user_profiles')
        .select(({ val }) => ['id as user_id', val(topic).as('topic'), val(now).as('off_at')])
        .where('id', '=', id)
        .where('deleted_at', 'is', null),
    )
    .onConflict((conflict) => conflict.constraint('topic_is_turned_off_once').doNothing())
    .execute()
}

/** Turns the emails of a topic on again. */
export async function enableMailTopic(
  db: DbOrTx,
  { id }: { readonly id: PersonId },
  topic: MailTopic,
): Promise<void> {
  await db.deleteFrom('mail_choices').where('user_id', '=', id).where('topic', '=', topic).execute()
}

/** Part of closing an account. */
export async function removeMailChoicesOf(tx: Tx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('mail_choices').where('user_id', '=', personId).execute()
}
