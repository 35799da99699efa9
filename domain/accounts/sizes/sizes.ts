import type { Db, DbOrTx, Tx } from '#db/connection.ts'
import type { UsualSize } from '#db/enums.ts'
import type { PersonId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'

/** A person's own measurements, as entered: whole centimetres, null where not given. */
export type SizeProfile = {
  readonly usualSize: UsualSize | null
  /** 100 to 250. */
  readonly heightCm: number | null
  /** Like waist and hips, 40 to 200. */
  readonly bustCm: number | null
  readonly waistCm: number | null
  readonly hipsCm: number | null
}

/** A person's own size profile; null when there is none. Nobody else can read it. */
export async function readSizeProfile(db: DbOrTx, person: Person): Promise<SizeProfile | null> {
  const row = await sizeProfileQuery(db, person.id).executeTakeFirst()
  return row ?? null
}

/** Query of a person's own size profile, for statements that read more about them. */
export function sizeProfileQuery(db: DbOrTx, personId: PersonId) {
  return db
    .selectFrom('size_profiles')
    .select(['usual_size as usualSize', 'height_cm as heightCm', 'bust_cm as bustCm'])
    .select(['waist_cm as waistCm', 'hips_cm as hipsCm'])
    .where('user_id', '=', personId)
}

/** Replaces a person's own size profile; an empty one is removed. */
export async function saveSizeProfile(
  db: Db,
  person: Person,
  profile: SizeProfile,
  now: Date,
): Promise<void> {
  if (Object.values(profile).every((value) => value === null)) {
    await db.deleteFrom('size_profiles').where('user_id', '=', person.id).execute()
    return
  }
  const row = {
    usual_size: profile.usualSize,
    height_cm: profile.heightCm,
    bust_cm: profile.bustCm,
    waist_cm: profile.waistCm,
    hips_cm: profile.hipsCm,
    updated_at: now,
  }
  await db
    .insertInto('size_profiles')
    .values({ user_id: person.id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
}

/** Part of closing an account. */
export async function removeSizeProfileOf(tx: Tx, personId: PersonId): Promise<void> {
  await tx.deleteFrom('size_profiles').where('user_id', '=', personId).execute()
}
