import { type Db, inTransaction } from '#db/connection.ts'
import type { AutomaticAcceptance, DrivingDistance } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import { closets } from '#demo/catalogue/catalogue.ts'
import type { Auth } from '#domain/accounts/sign-in/auth.ts'
import { PUBLISHED_PASSWORD } from '#domain/accounts/sign-in/passwords.ts'
import { type Person, personOf } from '#domain/shared/actors.ts'
import { addRows } from './add-rows.ts'
import { demoId } from './demo-id.ts'
import shoppers from './shoppers.json' with { type: 'json' }

export const DEMO_PASSWORD = PUBLISHED_PASSWORD

/** The accounts with the published password, and their roles. */
export const demoAccounts = [
  { email: 'shopper@hemline.test', note: 'a shopper with credits and a deposit' },
  { email: 'newcomer@hemline.test', note: 'a shopper with neither' },
  { email: 'business@hemline.test', note: 'a closet with rentals to look after' },
  { email: 'admin@hemline.test', note: 'an admin' },
] as const

type Profile = {
  readonly full_name: string
  readonly email: string
  readonly account_type?: Person['accountType']
  readonly business_status?: Person['businessStatus']
  readonly phone?: string
  readonly city?: string
  readonly state?: string
  readonly zip?: string
  readonly offers_pickup?: boolean
  readonly ships?: boolean
  readonly accepts_automatically?: AutomaticAcceptance
  readonly instagram_handle?: string
  readonly delivery_address?: string
  readonly driving_distance?: DrivingDistance
  readonly notice_days?: number
  readonly notice_chosen?: boolean
}

/** The first closet of the catalogue is the demo account. */
const profiles: readonly Profile[] = [
  {
    full_name: 'Sam Shopper',
    email: 'shopper@hemline.test',
    phone: '(917) 555-0102',
    city: 'New York',
    state: 'NY',
    zip: '10005',
    delivery_address: '48 Pine Street, Apt 6, New York, NY 10005',
  },
  { full_name: 'Nia Newcomer', email: 'newcomer@hemline.test' },
  {
    full_name: 'Ada Admin',
    email: 'admin@hemline.test',
    account_type: 'admin',
    phone: '(212) 555-0100',
    city: 'New York',
    state: 'NY',
  },
  ...closets.map((closet, index) => ({
    full_name: closet.name,
    email: closetEmail(index),
    account_type: 'business' as const,
    business_status: 'approved' as const,
    phone: closet.phone,
    city: closet.city,
    state: closet.state,
    zip: closet.zip,
    offers_pickup: closet.offersPickup ?? false,
    ships: closet.ships ?? false,
    accepts_automatically: closet.acceptsAutomatically ?? 'nobody',
    instagram_handle: closet.instagramHandle,
    driving_distance: closet.drivingDistance,
    notice_days: closet.noticeDays,
    notice_chosen: true,
  })),
  // So that the shop looks used; nobody can sign in as them. Those with an address of their own live
  // near the closets outside New York, since closets deliver locally.
  ...shoppers.map(({ name, address }, index) => ({
    full_name: name,
    email: shopperEmail(name),
    phone: `(646) 555-01${30 + index}`,
    delivery_address: address ?? `${12 + index} Elm Court, New York, NY 10011`,
    ...(name === 'Sylvie Marsh' && { business_status: 'pending' as const }),
  })),
]

export function closetEmail(index: number): string {
  return index === 0 ? 'business@hemline.test' : `closet-${index}@hemline.test`
}

export function shopperEmail(name: string): string {
  return `${name.toLowerCase().replace(' ', '.')}@hemline.test`
}

export function personId(email: string): PersonId {
  return demoId(`person ${email}`)
}

export const shopperIds = shoppers.map(({ name }) => personId(shopperEmail(name)))

const SHOPPERS_SIZE = {
  usual_size: 'M',
  height_cm: 170,
  bust_cm: 88,
  waist_cm: 70,
  hips_cm: 96,
} as const

const DAY_MS = 86_400_000
const FIRST_DAY_AGO = 260

/** Creates all people; the four demo accounts get the published password, hashed by better-auth. */
export async function seedPeople(db: Db, auth: Auth, now: Date): Promise<void> {
  const { password } = await auth.over(db, now).$context
  const hash = await password.hash(DEMO_PASSWORD)
  await inTransaction(db, async (tx) => {
    await addRows(
      tx,
      'user_profiles',
      profiles.map((profile, index) => ({
        ...profile,
        id: personId(profile.email),
        email_verified: true,
        created_at: new Date(now.getTime() - (FIRST_DAY_AGO - index) * DAY_MS),
      })),
    )
    await addRows(
      tx,
      'closet_pages',
      closets.map(({ about }, index) => ({
        closet_id: personId(closetEmail(index)),
        about,
        updated_at: now,
      })),
    )
    await addRows(tx, 'size_profiles', {
      user_id: personId('shopper@hemline.test'),
      ...SHOPPERS_SIZE,
      updated_at: now,
    })
    await addRows(
      tx,
      'auth_accounts',
      demoAccounts.map(({ email }) => ({
        id: demoId(`account ${email}`),
        account_id: personId(email),
        provider_id: 'credential',
        user_id: personId(email),
        password: hash,
      })),
    )
  })
}

/** A demo person as commands expect one. */
export async function findPerson(db: Db, email: string): Promise<Person> {
  const row = await db
    .selectFrom('user_profiles')
    .select(['id', 'full_name', 'email', 'email_verified', 'account_type', 'business_status'])
    .where('id', '=', personId(email))
    .executeTakeFirstOrThrow()
  return personOf(row)
}
