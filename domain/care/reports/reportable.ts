import { sql } from 'kysely'
import type { DbOrTx } from '#db/connection.ts'
import type { ReportedNoun } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { findKnownPerson } from '#domain/care/blocks/blocks.ts'
import type { Person } from '#domain/shared/actors.ts'
import { asId } from '#domain/shared/ids.ts'
import { titleIn } from './report-words.ts'

/** The id of an item, a person, a message or a review, depending on the noun. */
export type ReportedId = string

/** Something that a viewer can report, since they can see it. */
export type Reportable = {
  /** The item's title, the person's name, or the first words of the text. */
  readonly title: string
  /** The person it belongs to. */
  readonly reportedId: PersonId
  /** Its text at the time of the report. */
  readonly shown: string
}

type Find = (db: DbOrTx, viewer: Person, id: ReportedId) => Promise<Reportable | null>

const FINDERS: Readonly<Record<ReportedNoun, Find>> = {
  item: async (db, viewer, id) => {
    const item = await db
      .selectFrom('clothing_items as i')
      .select(['i.title', 'i.description', 'i.business_id'])
      .where(sql<boolean>`i.id = ${id}`)
      .where(
        sql<boolean>`((i.approval_status = 'approved' and i.deleted_at is null
            and i.lister_in_good_standing)
          or exists (select from rentals r where r.item_id = i.id and r.renter_id = ${viewer.id}))`,
      )
      .executeTakeFirst()
    if (!item) return null
    const { title, description, business_id: reportedId } = item
    return { title, reportedId, shown: `${title}\n\n${description}`.trim() }
  },
  person: async (db, viewer, id) => {
    const person = await findKnownPerson(db, viewer.id, asId<PersonId>(id))
    return person && { title: person.fullName, reportedId: person.id, shown: person.fullName }
  },
  message: async (db, viewer, id) => {
    const message = await db
      .selectFrom('messages as m')
      .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
      .select(['m.body', 'm.writer_id as reportedId', 'm.withdrawn_at'])
      .where(sql<boolean>`m.id = ${id}`)
      .where('m.removed_at', 'is', null)
      .where((where) =>
        where.or([where('c.shopper_id', '=', viewer.id), where('c.lister_id', '=', viewer.id)]),
      )
      .executeTakeFirst()
    if (!message) return null
    const { reportedId, body, withdrawn_at } = message
    const words = body.trim() || 'A message with photos'
    // Emails to the reporter contain only the first line, so they do not reveal a withdrawn text.
    const shown = withdrawn_at ? `A withdrawn message\n\n${words}` : words
    return { title: titleIn(shown), reportedId, shown }
  },
  review: async (db, viewer, id) => {
    const review = await db
      .selectFrom('ratings')
      .select(['words', 'reply', 'stars', 'writer_id as reportedId'])
      .where(sql<boolean>`id = ${id}`)
      .where('published_at', 'is not', null)
      .where('hidden_at', 'is', null)
      // Reviews of items are public; those of renters are not.
      .where((where) => where.or([where('side', '=', 'renter'), where('about_id', '=', viewer.id)]))
      .executeTakeFirst()
    if (!review) return null
    const { words, stars, reportedId, reply } = review
    const shown = words || `A review with ${stars} ${stars === 1 ? 'star' : 'stars'}`
    return {
      title: titleIn(shown),
      reportedId,
      shown: reply ? `${shown}\n\nReply: ${reply}` : shown,
    }
  },
}

/** What a report would be about; null for things the viewer cannot see. */
export async function findReportable(
  db: DbOrTx,
  viewer: Person,
  { noun, id }: { readonly noun: ReportedNoun; readonly id: ReportedId },
): Promise<Reportable | null> {
  return await FINDERS[noun](db, viewer, id)
}
