import type { Read } from '#db/connection.ts'
import type { Person } from '#domain/shared/actors.ts'

/** What a person says about themselves; null where they say nothing. */
export type Profile = {
  readonly fullName: string
  readonly phone: string | null
  readonly city: string | null
  readonly state: string | null
  /** Without the @. */
  readonly instagramHandle: string | null
}

export async function readProfile(db: Read, person: Person): Promise<Profile> {
  const row = await db
    .selectFrom('user_profiles')
    .select(['full_name', 'phone', 'city', 'state', 'instagram_handle'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  return {
    fullName: row.full_name,
    phone: row.phone,
    city: row.city,
    state: row.state,
    instagramHandle: row.instagram_handle,
  }
}

/** A person changes their own profile. Name, phone, place and Instagram of a lister are public. */
export async function changeProfile(
  db: Read,
  person: Person,
  profile: Profile,
  now: Date,
): Promise<void> {
  await db
    .updateTable('user_profiles')
    .set({
      full_name: profile.fullName,
      phone: profile.phone,
      city: profile.city,
      state: profile.state,
      instagram_handle: profile.instagramHandle,
      updated_at: now,
    })
    .where('id', '=', person.id)
    .where('deleted_at', 'is', null)
    .execute()
}
