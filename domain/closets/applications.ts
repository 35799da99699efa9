import { type Db, inTransactionOrBack, type Tx, violatedConstraint } from '#db/connection.ts'
import type { ApplicationStatus, BusinessStatus, DrivingDistance } from '#db/enums.ts'
import { findActiveCity } from '#domain/cities/cities.ts'
import { attachImages } from '#domain/images/images.ts'
import type { Letter } from '#domain/mail/letter.ts'
import { queueMail } from '#domain/mail/outbox.ts'
import { readPlatformSettings } from '#domain/platform-settings/platform-settings.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { applicationApproved, applicationDenied, applicationReceived } from './closet-letters.ts'

/** What somebody says about the closet they would like to open (business §5); nothing is empty. */
export type Application = {
  readonly fullName: string
  readonly cityId: string
  readonly state: string
  readonly instagram: string
  /** Ids of 1 to 8 stored pictures. */
  readonly outfitImages: readonly string[]
  readonly drivingDistance: DrivingDistance
  readonly meetingFlexibility: string
  readonly contactPhone: string
}

export type ApplyProblem =
  | { readonly reason: 'has-status'; readonly status: BusinessStatus }
  | { readonly reason: 'not-for-this-account' }
  | { readonly reason: 'closed' }
  | { readonly reason: 'city-unknown' }
  | { readonly reason: 'photos-unknown' }

/**
 * Applies for a business account (business §4): the application waits and so does the account. Once
 * in a lifetime: whoever has a business status has applied already.
 * @param origin where the links of the mail lead
 */
export async function applyForBusiness(
  db: Db,
  who: Person,
  { origin, ...application }: Application & { readonly origin: string },
  now: Date,
): Promise<Outcome<{ readonly applicationId: string }, ApplyProblem>> {
  try {
    return await inTransactionOrBack<Outcome<{ applicationId: string }, ApplyProblem>>(
      db,
      async (tx, back) => {
        const account = await lockAccount(tx, who.id)
        if (account?.business_status)
          return refused({ reason: 'has-status', status: account.business_status })
        if (account?.account_type !== 'regular') return refused({ reason: 'not-for-this-account' })
        const { userToUserEnabled } = await readPlatformSettings(tx)
        if (!userToUserEnabled) return refused({ reason: 'closed' })
        const city = await findActiveCity(tx, application.cityId)
        if (!city) return refused({ reason: 'city-unknown' })
        const photos = await attachImages(tx, who, application.outfitImages, 'outfit', now)
        if (!photos.ok) return back(refused({ reason: 'photos-unknown' }))
        const id = newId()
        await tx
          .insertInto('business_applications')
          .values({
            id,
            user_id: who.id,
            full_name: application.fullName,
            city: city.name,
            state: application.state,
            instagram: application.instagram,
            outfit_images: [...application.outfitImages],
            driving_distance: application.drivingDistance,
            meeting_flexibility: application.meetingFlexibility,
            contact_phone: application.contactPhone,
            applied_at: now,
          })
          .execute()
        await tx
          .updateTable('user_profiles')
          .set({ business_status: 'pending', updated_at: now })
          .where('id', '=', who.id)
          .execute()
        await recordAction(tx, who, { action: 'apply', noun: 'application', nounId: id }, now)
        await tell(tx, account, applicationReceived, origin, now)
        return done({ applicationId: id })
      },
    )
  } catch (error) {
    if (violatedConstraint(error) === 'one_application_waits_per_person')
      return refused({ reason: 'has-status', status: 'pending' })
    throw error
  }
}

export type DecisionProblem =
  | { readonly reason: 'application-not-found' }
  | { readonly reason: 'already-decided'; readonly status: ApplicationStatus }

type Decided = Outcome<null, DecisionProblem>

/**
 * Approves a waiting application (business §4): the account becomes a business account. A place
 * that its profile does not name yet is taken from the application, for it stands on every item.
 */
export async function approveApplication(
  db: Db,
  admin: Admin,
  what: { readonly applicationId: string; readonly origin: string },
  now: Date,
): Promise<Decided> {
  return decide(db, admin, what, 'approved', now)
}

/** Denies a waiting application (business §4); the account stays as it is. */
export async function denyApplication(
  db: Db,
  admin: Admin,
  what: { readonly applicationId: string; readonly origin: string },
  now: Date,
): Promise<Decided> {
  return decide(db, admin, what, 'denied', now)
}

async function decide(
  db: Db,
  admin: Admin,
  { applicationId, origin }: { readonly applicationId: string; readonly origin: string },
  decision: 'approved' | 'denied',
  now: Date,
): Promise<Decided> {
  return inTransactionOrBack<Decided>(db, async (tx) => {
    const application = await tx
      .selectFrom('business_applications')
      .select(['id', 'user_id', 'status', 'city', 'state'])
      .where('id', '=', applicationId)
      .forUpdate()
      .executeTakeFirst()
    if (!application) return refused({ reason: 'application-not-found' })
    if (application.status !== 'pending')
      return refused({ reason: 'already-decided', status: application.status })
    const account = await lockAccount(tx, application.user_id)
    if (!account) return refused({ reason: 'application-not-found' })
    await tx
      .updateTable('business_applications')
      .set({ status: decision, reviewed_at: now, reviewed_by: admin.id })
      .where('id', '=', applicationId)
      .execute()
    const changed = decision === 'approved' ? openCloset(account, application) : keepClosed(account)
    await tx
      .updateTable('user_profiles')
      .set({ ...changed, updated_at: now })
      .where('id', '=', account.id)
      .execute()
    await recordAction(
      tx,
      admin,
      {
        action: decision === 'approved' ? 'approve' : 'deny',
        noun: 'application',
        nounId: applicationId,
        before: { status: 'pending', business_status: account.business_status },
        after: { status: decision, ...changed },
      },
      now,
    )
    const letter = decision === 'approved' ? applicationApproved : applicationDenied
    await tell(tx, account, letter, origin, now)
    return done(null)
  })
}

type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

function openCloset(
  account: Account,
  application: { readonly city: string; readonly state: string },
) {
  const hasPlace = account.city && account.state
  return {
    business_status: 'approved' as const,
    // An admin stays one.
    account_type: account.account_type === 'admin' ? account.account_type : ('business' as const),
    ...(!hasPlace && { city: application.city, state: application.state }),
  }
}

/** Somebody whose account was decided on elsewhere meanwhile keeps what was decided there. */
function keepClosed(account: Account) {
  return {
    business_status: account.business_status === 'pending' ? 'denied' : account.business_status,
  } as const
}

async function lockAccount(tx: Tx, id: string) {
  return tx
    .selectFrom('user_profiles')
    .select(['id', 'full_name', 'email', 'account_type', 'business_status', 'city', 'state'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function tell(
  tx: Tx,
  account: Account,
  letter: (told: { fullName: string; origin: string }) => Letter,
  origin: string,
  now: Date,
): Promise<void> {
  await queueMail(
    tx,
    {
      ...letter({ fullName: account.full_name, origin }),
      to: account.email,
      recipientId: account.id,
    },
    now,
  )
}
