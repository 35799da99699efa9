import type { Insertable } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { HolidayId, PersonId } from '#db/ids.ts'
import type { DB } from '#db/types.ts'
import {
  type Admin,
  asAdmin,
  asClosetOwner,
  asShopper,
  type ClosetOwner,
  type Person,
  type Shopper,
} from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { makeAnnouncements } from './make-announcements.ts'
import { makeMessages } from './make-messages.ts'
import { makeMoney } from './make-money.ts'
import { makePayouts } from './make-payouts.ts'
import { makeSupport } from './make-support.ts'
import { makeWaitlist } from './make-waitlist.ts'

type Row<Table extends keyof DB> = Partial<Insertable<DB[Table]>>

/** The size in the rows of photos made by `image`, which have no file. */
export const MADE_PHOTO_BYTES = 40_000

export type Make = ReturnType<typeof make>
export type MakeThings = ReturnType<typeof makeThings>

/** Factories for everything in the database; each row is valid by default. */
export function make(db: Db) {
  const things = makeThings(db)
  return {
    ...things,
    ...makeMoney(db, things),
    ...makeWaitlist(db, things),
    ...makePayouts(db, things),
    ...makeMessages(db, things),
    ...makeSupport(db, things),
    ...makeAnnouncements(db, things),
  }
}

/** Higher than the row numbers that tests of large tables write and search for. */
let made = 100_000

/** The number in the name made last. */
export function lastMade(): number {
  return made
}

/** Keeps names unique in a database that another process has filled. */
export function makeAfter(last: number): void {
  made = Math.max(made, last)
}

function makeThings(db: Db) {
  async function person(row: Row<'user_profiles'> = {}): Promise<Person> {
    const n = ++made
    const saved = await db
      .insertInto('user_profiles')
      .values({
        id: newId(),
        full_name: `Person ${n}`,
        email: `person-${n}@hemline.test`,
        email_verified: true,
        ...row,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return {
      id: saved.id,
      fullName: saved.full_name,
      email: saved.email,
      emailVerified: saved.email_verified,
      accountType: saved.account_type,
      businessStatus: saved.business_status,
    }
  }

  async function shopper(row: Row<'user_profiles'> = {}): Promise<Shopper> {
    return mustBeActor(asShopper(await person(row)))
  }

  async function closet(row: Row<'user_profiles'> = {}): Promise<ClosetOwner> {
    const approved = { account_type: 'business', business_status: 'approved' } as const
    return mustBeActor(
      asClosetOwner(await person({ ...approved, city: 'Brooklyn', state: 'NY', ...row })),
    )
  }

  async function admin(row: Row<'user_profiles'> = {}): Promise<Admin> {
    return mustBeActor(asAdmin(await person({ account_type: 'admin', ...row })))
  }

  async function image(row: Row<'images'> = {}) {
    return db
      .insertInto('images')
      .values({
        id: newId(),
        use: 'item',
        width: 600,
        height: 1200,
        bytes: MADE_PHOTO_BYTES,
        created_at: new Date(),
        attached_at: new Date(),
        ...row,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  async function city(row: Row<'cities'> = {}) {
    return db
      .insertInto('cities')
      .values({ id: newId(), name: `City ${++made}`, state: 'NY', created_at: new Date(), ...row })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  async function brand(row: Row<'brands'> = {}) {
    return db
      .insertInto('brands')
      .values({ id: newId(), name: `Brand ${++made}`, created_at: new Date(), ...row })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /**
   * An approved dress that anyone can rent, by default of a new closet. An item that is not
   * approved has a photo: without one it would be a draft.
   */
  async function item({
    closet: lister,
    creditsPerDay = 2,
    ...row
  }: Row<'clothing_items'> & { closet?: Person; creditsPerDay?: number } = {}) {
    const now = new Date()
    const hasPhoto =
      row.image_id === undefined && (row.approval_status ?? 'approved') !== 'approved'
    return db
      .insertInto('clothing_items')
      .values({
        id: newId(),
        business_id: row.business_id ?? (lister ?? (await closet())).id,
        title: `Dress ${++made}`,
        description: 'Silk, lined, falls below the knee.',
        size: 'M',
        style: 'Formal',
        event_type: 'Wedding',
        credits_per_day: creditsPerDay,
        approval_status: 'approved',
        created_at: now,
        updated_at: now,
        ...(hasPhoto && { image_id: (await image()).id }),
        ...row,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  async function block(one: Pick<Person, 'id'>, other: Pick<Person, 'id'>) {
    await insertRows(db, 'blocks', { blocker_id: one.id, blocked_id: other.id, at: new Date() })
  }

  async function report(
    row: Row<'reports'> & { reporter_id: PersonId; reported_id: PersonId; noun_id: string },
  ) {
    const { id } = await db
      .insertInto('reports')
      .values({
        id: newId(),
        noun: 'item',
        shown: 'Red gown',
        reason: 'misleading',
        words: 'It is not red.',
        at: new Date(),
        ...row,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  /** Days on which the lister rents out nothing; 'YYYY-MM-DD'. */
  async function holiday(lister: { readonly id: PersonId }, start: string, end: string) {
    const id: HolidayId = newId()
    await insertRows(db, 'closet_holidays', {
      id,
      owner_id: lister.id,
      start_date: start,
      end_date: end,
      created_at: new Date(),
    })
    return id
  }

  return { person, shopper, closet, admin, image, city, brand, item, holiday, block, report }
}

function mustBeActor<T>(actor: T | null): T {
  if (actor === null) throw new Error('the row does not make such a person')
  return actor
}
