import {
  type Db,
  type DbOrTx,
  inTransactionOrRollback,
  type Tx,
  violatedConstraint,
} from '#db/connection.ts'
import type { ApplicationStatus, BusinessStatus, DrivingDistance } from '#db/enums.ts'
import type { ApplicationId, CityId, ImageId, PersonId } from '#db/ids.ts'
import { enqueue } from '#db/jobs.ts'
import { changeAccount, isReservedName } from '#domain/accounts/people/people.ts'
import { findActiveCity } from '#domain/catalogue/cities/cities.ts'
import { attachImages } from '#domain/catalogue/images/images.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import type { Admin, Person } from '#domain/shared/actors.ts'
import { recordAction } from '#domain/shared/audit.ts'
import { newId } from '#domain/shared/ids.ts'
import { done, type Outcome, refused } from '#domain/shared/outcome.ts'
import { agreeToLatest } from '#domain/site/legal/legal.ts'
import { readPlatformSettings } from '#domain/site/settings/settings.ts'
import { applicationApproved, applicationDenied, applicationReceived } from './closet-emails.ts'
import { REAPPLY_DAYS } from './reapply-days.ts'

/** The fields of an application for a closet (spec 11.1); none is empty. */
export type Application = {
  readonly fullName: string
  readonly cityId: CityId
  readonly instagram: string
  /** Ids of 1 to 8 stored images. */
  readonly outfitImages: readonly ImageId[]
  readonly drivingDistance: DrivingDistance
  readonly meetingFlexibility: string
  readonly contactPhone: string
}

export type ApplyProblem =
  | { readonly reason: 'has-status'; readonly status: BusinessStatus }
  | { readonly reason: 'not-for-this-account' }
  | { readonly reason: 'closed' }
  | { readonly reason: 'city-unknown' }
  | { readonly reason: 'name-reserved' }
  | { readonly reason: 'photos-unknown' }

/**
 * Applies for a business account (spec 11.1): the application and the account are pending. An
 * account with a business status has applied already; a denied one can apply again after
 * `REAPPLY_DAYS`.
 * @param origin the base address of links in the email
 */
export async function applyForBusiness(
  db: Db,
  who: Person,
  { origin, ...application }: Application & { readonly origin: string },
  now: Date,
): Promise<Outcome<{ readonly applicationId: ApplicationId }, ApplyProblem>> {
  try {
    return await inTransactionOrRollback<Outcome<{ applicationId: ApplicationId }, ApplyProblem>>(
      db,
      async (tx, rollBack) => {
        const account = await lockAccount(tx, who.id)
        const status = account?.business_status
        if (status && !(status === 'denied' && (await mayApplyAgain(tx, who.id, now))))
          return refused({ reason: 'has-status', status })
        if (account?.account_type !== 'regular') return refused({ reason: 'not-for-this-account' })
        const { userToUserEnabled } = await readPlatformSettings(tx)
        if (!userToUserEnabled) return refused({ reason: 'closed' })
        const city = await findActiveCity(tx, application.cityId)
        if (!city) return refused({ reason: 'city-unknown' })
        if (isReservedName(application.fullName)) return refused({ reason: 'name-reserved' })
        const photos = await attachImages(tx, who, application.outfitImages, 'outfit', now)
        if (!photos.ok) return rollBack(refused({ reason: 'photos-unknown' }))
        const id: ApplicationId = newId()
        await tx
          .insertInto('business_applications')
          .values({
            id,
            user_id: who.id,
            full_name: application.fullName,
            city: city.name,
            // Taken from the city.
            state: city.state,
            instagram: application.instagram,
            outfit_images: [...application.outfitImages],
            driving_distance: application.drivingDistance,
            meeting_flexibility: application.meetingFlexibility,
            contact_phone: application.contactPhone,
            applied_at: now,
          })
          .execute()
        await agreeToLatest(tx, who.id, ['lending-terms'], now)
        await changeAccount(tx, who.id, { business_status: 'pending' }, now)
        await recordAction(tx, who, { action: 'apply', noun: 'application', nounId: id }, now)
        const details = { fullName: account.full_name, origin }
        await sendEmail(tx, account, applicationReceived(details), now)
        await enqueue(tx, 'tell-admins', { event: 'application', id })
        return done({ applicationId: id })
      },
    )
  } catch (error) {
    if (violatedConstraint(error) === 'one_application_waits_per_person')
      return refused({ reason: 'has-status', status: 'pending' })
    throw error
  }
}

/** The result of a person's last application, if it was denied. */
export type Denial = {
  readonly reason: string | null
  /** When they can apply again. */
  readonly reapplyFrom: Date
}

export async function lastDenial(db: DbOrTx, who: Person): Promise<Denial | null> {
  return denialOf(db, who.id)
}

async function mayApplyAgain(tx: Tx, personId: PersonId, now: Date): Promise<boolean> {
  const denial = await denialOf(tx, personId)
  return denial !== null && denial.reapplyFrom <= now
}

async function denialOf(db: DbOrTx, personId: PersonId): Promise<Denial | null> {
  const last = await db
    .selectFrom('business_applications')
    .select(['status', 'denial_reason', 'reviewed_at'])
    .where('user_id', '=', personId)
    .orderBy('applied_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (last?.status !== 'denied' || !last.reviewed_at) return null
  const reapplyFrom = new Date(last.reviewed_at.getTime() + REAPPLY_DAYS * 86_400_000)
  return { reason: last.denial_reason, reapplyFrom }
}

export type DecisionProblem =
  | { readonly reason: 'application-not-found' }
  | { readonly reason: 'already-decided'; readonly status: ApplicationStatus }
  | { readonly reason: 'account-blocked' }

type Decided = Outcome<{ readonly fullName: string }, DecisionProblem>

/**
 * Approves a pending application (spec 12.2): the account becomes a business account. Location, phone
 * and Instagram that are missing from its profile are taken from the application, since every item
 * shows them.
 */
export async function approveApplication(
  db: Db,
  admin: Admin,
  what: { readonly applicationId: ApplicationId; readonly origin: string },
  now: Date,
): Promise<Decided> {
  return decide(db, admin, { ...what, decision: 'approved', reason: null }, now)
}

/**
 * Denies a pending application with a reason (spec 12.2); the account type does not change. Its
 * owner can apply again after `REAPPLY_DAYS`.
 */
export async function denyApplication(
  db: Db,
  admin: Admin,
  what: { readonly applicationId: ApplicationId; readonly reason: string; readonly origin: string },
  now: Date,
): Promise<Decided> {
  return decide(db, admin, { ...what, decision: 'denied' }, now)
}

async function decide(
  db: Db,
  admin: Admin,
  {
    applicationId,
    decision,
    reason,
    origin,
  }: {
    readonly applicationId: ApplicationId
    readonly decision: 'approved' | 'denied'
    readonly reason: string | null
    readonly origin: string
  },
  now: Date,
): Promise<Decided> {
  return inTransactionOrRollback<Decided>(db, async (tx) => {
    const application = await tx
      .selectFrom('business_applications')
      .select(['id', 'user_id', 'full_name', 'status', 'city', 'state', 'driving_distance'])
      .select(['contact_phone', 'instagram'])
      .where('id', '=', applicationId)
      .forUpdate()
      .executeTakeFirst()
    if (!application) return refused({ reason: 'application-not-found' })
    if (application.status !== 'pending')
      return refused({ reason: 'already-decided', status: application.status })
    const account = await lockAccount(tx, application.user_id)
    if (!account) return refused({ reason: 'application-not-found' })
    if (decision === 'approved' && account.blocked_at) return refused({ reason: 'account-blocked' })
    await tx
      .updateTable('business_applications')
      .set({
        status: decision,
        denial_reason: reason,
        reviewed_at: now,
        reviewed_by: admin.id,
      })
      .where('id', '=', applicationId)
      .execute()
    const changed =
      decision === 'approved' ? openCloset(account, application) : leaveClosed(account)
    await changeAccount(tx, account.id, changed, now)
    await recordAction(
      tx,
      admin,
      {
        action: decision === 'approved' ? 'approve' : 'deny',
        noun: 'application',
        nounId: applicationId,
        before: { status: 'pending', business_status: account.business_status },
        after: { status: decision, ...changed, ...(reason && { reason }) },
      },
      now,
    )
    const details = { fullName: account.full_name, origin }
    const message =
      decision === 'approved'
        ? applicationApproved(details)
        : applicationDenied({ ...details, reason })
    await sendEmail(tx, account, message, now)
    return done({ fullName: application.full_name })
  })
}

type Account = NonNullable<Awaited<ReturnType<typeof lockAccount>>>

type Contact = Record<'city' | 'state' | 'contact_phone' | 'instagram', string>

function openCloset(
  account: Account,
  application: Readonly<Contact> & { readonly driving_distance: DrivingDistance },
) {
  const hasPlace = account.city && account.state
  return {
    business_status: 'approved' as const,
    // An admin stays an admin.
    account_type: account.account_type === 'admin' ? account.account_type : ('business' as const),
    ...(!hasPlace && { city: application.city, state: application.state }),
    phone: account.phone ?? application.contact_phone,
    instagram_handle: account.instagram_handle ?? application.instagram.replace(/^@/, ''),
    driving_distance: application.driving_distance,
  }
}

/** A status that was decided elsewhere in the meantime is not changed. */
function leaveClosed(account: Account) {
  return {
    business_status: account.business_status === 'pending' ? 'denied' : account.business_status,
  } as const
}

async function lockAccount(tx: Tx, id: PersonId) {
  return tx
    .selectFrom('user_profiles')
    .select([
      'id',
      'full_name',
      'email',
      'account_type',
      'business_status',
      'blocked_at',
      'city',
      'state',
      'phone',
      'instagram_handle',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

async function sendEmail(tx: Tx, { id, email }: Account, message: Email, now: Date): Promise<void> {
  await notify(tx, { ...message, to: email, recipientId: id }, now)
}
