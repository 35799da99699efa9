import { sql } from 'kysely'
import type { Db } from '#db/connection.ts'
import type { Person } from '#domain/shared/actors.ts'
import { ownBoards } from './own-boards.ts'
import { ownBookings } from './own-bookings.ts'

/** More of each kind than nearly anybody has; bounds the cost of one request. */
const MAX_ROWS = 10_000

/**
 * Everything that we store about a person, for their data export: the rows as they are, without
 * credentials.
 * @param max how many rows of each list are read; `incomplete` names the lists that may have more
 */
export async function ownData(db: Db, person: Person, now: Date, max = MAX_ROWS) {
  const { id } = person
  const profile = await db
    .selectFrom('user_profiles')
    .select([
      'accepts_automatically',
      'account_type',
      'blocked_at',
      'blocked_reason',
      'business_status',
    ])
    .select(['city', 'created_at', 'deleted_at', 'delivery_address', 'delivery_notes'])
    .select(['delivers', 'driving_distance', 'email', 'email_verified', 'full_name', 'id'])
    .select(['image', 'instagram_handle', 'name_requested_at', 'notice_chosen', 'notice_days'])
    .select([
      'offers_pickup',
      'phone',
      'requested_name',
      'return_instructions',
      'ships',
      'state',
      'two_factor_enabled',
      'updated_at',
      'zip',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const sessions = await db
    .selectFrom('auth_sessions')
    .select(['created_at', 'updated_at', 'expires_at', 'user_agent'])
    .where('user_id', '=', id)
    .execute()
  const signInMethods = await db
    .selectFrom('auth_accounts')
    .select(['provider_id as method', 'created_at', 'updated_at'])
    .where('user_id', '=', id)
    .execute()
  const apiTokens = await db
    .selectFrom('api_tokens')
    .select(['name', 'prefix', 'scopes', 'created_at', 'last_used_at', 'expires_at', 'revoked_at'])
    .where('owner_id', '=', id)
    .limit(max)
    .execute()
  const likes = await db
    .selectFrom('likes as l')
    .innerJoin('clothing_items as i', 'i.id', 'l.item_id')
    .select(['l.item_id', 'i.title', 'l.created_at'])
    .where('l.user_id', '=', id)
    .limit(max)
    .execute()
  const blocks = await db
    .selectFrom('blocks')
    .select(['blocked_id', 'at'])
    .where('blocker_id', '=', id)
    .limit(max)
    .execute()
  const rentals = await db
    .selectFrom('rentals as r')
    .innerJoin('clothing_items as i', 'i.id', 'r.item_id')
    .select(['r.id', 'i.title', 'r.start_date', 'r.end_date', 'r.total_credits', 'r.status'])
    .select(['r.delivery_status', 'r.return_status', 'r.condition_status', 'r.deposit_amount'])
    .select(['r.deposit_kept_amount', 'r.renter_phone', 'r.delivery_address', 'r.delivery_notes'])
    .select(['r.sent_back_at', 'r.sent_back_tracking', 'r.handover_method', 'r.carrier'])
    .select([
      'r.tracking_number',
      'r.handover',
      'r.delivery_arrangement',
      'r.return_arrangement',
      'r.proposed_start_date',
      'r.proposed_end_date',
      'r.created_at',
    ])
    .where('r.renter_id', '=', id)
    .limit(max)
    .execute()
  const conditionReports = await db
    .selectFrom('rental_handovers')
    .select(['rental_id', 'step', 'note', 'image_ids', 'written_at'])
    .where('written_by', '=', id)
    .limit(max)
    .execute()
  const appeals = await db
    .selectFrom('deposit_appeals as a')
    .innerJoin('rentals as r', 'r.id', 'a.rental_id')
    .select(['a.rental_id', 'a.words', 'a.image_ids', 'a.filed_at', 'a.status', 'a.answer'])
    .select(['a.answer_image_ids', 'a.answered_at', 'a.decided_at', 'a.reasons'])
    .select('a.returned_cents')
    .where((where) => where.or([where('r.renter_id', '=', id), where('r.owner_id', '=', id)]))
    .limit(max)
    .execute()
  const returnRequests = await db
    .selectFrom('return_requests as q')
    .innerJoin('rentals as r', 'r.id', 'q.rental_id')
    .select(['q.rental_id', 'q.reason', 'q.words', 'q.image_ids', 'q.asked_at', 'q.status'])
    .select(['q.answer', 'q.answered_at', 'q.decided_at', 'q.reasons', 'q.credits_back'])
    .where((where) => where.or([where('r.renter_id', '=', id), where('r.owner_id', '=', id)]))
    .limit(max)
    .execute()
  // Without messages that the other side withdrew or an admin removed.
  const messages = await db
    .selectFrom('conversations as c')
    .innerJoin('messages as m', 'm.conversation_id', 'c.id')
    .innerJoin('clothing_items as i', 'i.id', 'c.item_id')
    .select(['m.id', 'm.conversation_id', 'i.title', 'm.body', 'm.image_ids', 'm.written_at'])
    .select(['m.withdrawn_at', 'm.removed_at', 'm.removed_reason'])
    .select((select) => select('m.writer_id', '=', id).as('own'))
    .where((where) => where.or([where('c.shopper_id', '=', id), where('c.lister_id', '=', id)]))
    .where((where) =>
      where.or([
        where('m.writer_id', '=', id),
        where.and([where('m.withdrawn_at', 'is', null), where('m.removed_at', 'is', null)]),
      ]),
    )
    .orderBy('m.written_at', 'desc')
    .limit(max)
    .execute()
  const supportRequests = await db
    .selectFrom('support_requests as q')
    .innerJoin('support_messages as m', 'm.request_id', 'q.id')
    .select(['m.id', 'm.request_id', 'q.kind', 'q.status', 'q.rental_id', 'q.item_id', 'm.body'])
    .select(['m.is_answer', 'm.image_ids', 'm.written_at'])
    .where('q.person_id', '=', id)
    .orderBy('m.written_at', 'desc')
    .limit(max)
    .execute()
  const reports = await db
    .selectFrom('reports')
    .select(['noun', 'noun_id', 'reason', 'words', 'at', 'decided_at', 'outcome'])
    .select('outcome_reasons')
    .where('reporter_id', '=', id)
    .limit(max)
    .execute()
  // Without anything that identifies the reporter.
  const decisionsAboutYou = await db
    .selectFrom('reports')
    .select(['noun', 'noun_id', 'shown', 'reason', 'decided_at', 'outcome', 'outcome_reasons'])
    .where('reported_id', '=', id)
    .where('decided_at', 'is not', null)
    .limit(max)
    .execute()
  const consents = await db
    .selectFrom('consents')
    .select(['page', 'version', 'at'])
    .where('user_id', '=', id)
    .limit(max)
    .execute()
  const emailsTurnedOff = await db
    .selectFrom('mail_choices')
    .select(['topic', 'off_at'])
    .where('user_id', '=', id)
    .execute()
  const dismissedAnnouncements = await db
    .selectFrom('announcement_dismissals as d')
    .innerJoin('announcements as a', 'a.id', 'd.announcement_id')
    .select(['a.title', 'd.dismissed_at'])
    .where('d.user_id', '=', id)
    .limit(max)
    .execute()
  const ratings = await db
    .selectFrom('ratings')
    .select(['rental_id', 'stars', 'words', 'fit', 'usual_size', 'height_cm', 'image_ids'])
    .select(['written_at', 'published_at', 'hidden_at', 'hidden_reason', 'reply', 'replied_at'])
    .where('writer_id', '=', id)
    .limit(max)
    .execute()
  // What others wrote about them is included once it is published.
  const ratingsAboutThem = await db
    .selectFrom('ratings')
    .select(['rental_id', 'stars', 'words', 'fit', 'usual_size', 'height_cm', 'image_ids'])
    .select(['published_at', 'reply', 'replied_at'])
    .where('about_id', '=', id)
    .where('published_at', 'is not', null)
    .where('hidden_at', 'is', null)
    .limit(max)
    .execute()
  const bookings = await ownBookings(db, person, max)
  const items = await db
    .selectFrom('clothing_items')
    .select([
      'id',
      'sku',
      'title',
      'description',
      'size',
      'style',
      'event_type',
      'credits_per_day',
      'approval_status',
      'created_at',
      'deleted_at',
    ])
    .where('business_id', '=', id)
    .limit(max)
    .execute()
  const itemPhotos = await db
    .selectFrom('item_photos as p')
    .innerJoin('clothing_items as i', 'i.id', 'p.item_id')
    .select(['p.item_id', 'p.place', 'p.image_id'])
    .where('i.business_id', '=', id)
    .limit(max)
    .execute()
  const itemMeasurements = await db
    .selectFrom('item_measurements as m')
    .innerJoin('clothing_items as i', 'i.id', 'm.item_id')
    .select(['m.item_id', 'm.stretch', 'm.bust_cm', 'm.waist_cm', 'm.hips_cm', 'm.length_cm'])
    .where('i.business_id', '=', id)
    .limit(max)
    .execute()
  const imports = await db
    .selectFrom('listing_imports')
    .select(['file_name', 'status', 'row_count', 'created', 'changed', 'refused', 'made_at'])
    .where('owner_id', '=', id)
    .limit(max)
    .execute()
  const sizeProfile = await db
    .selectFrom('size_profiles')
    .select(['usual_size', 'height_cm', 'bust_cm', 'waist_cm', 'hips_cm', 'updated_at'])
    .where('user_id', '=', id)
    .execute()
  const credits = await db
    .selectFrom('credit_transactions')
    .select(['kind', 'amount', 'note', 'effective_at'])
    .where('user_id', '=', id)
    .orderBy('effective_at', 'desc')
    .limit(max)
    .execute()
  const payments = await db
    .selectFrom('checkout_orders')
    .select(['product_type', 'amount_cents', 'currency', 'status', 'created_at', 'paid_at'])
    .select(['payment_method', 'card_last4', 'tax_cents', 'renewal_terms'])
    .where('user_id', '=', id)
    .limit(max)
    .execute()
  const cards = await db
    .selectFrom('person_cards')
    .select(['method', 'last4', 'expires', 'first_used_at', 'last_used_at'])
    .where('user_id', '=', id)
    .limit(max)
    .execute()
  const failedPayments = await db
    .selectFrom('failed_payments')
    .select(['amount_cents', 'method', 'card_last4', 'reason', 'failed_at'])
    .where('user_id', '=', id)
    .orderBy('failed_at', 'desc')
    .limit(max)
    .execute()
  const giftCodes = await db
    .selectFrom('gift_codes')
    .select(['code', 'credits_amount', 'recipient_email', 'claimed_at', 'created_at'])
    .select(sql<Date | null>`nullif(expires_at, never())`.as('expires_at'))
    .where('buyer_id', '=', id)
    .limit(max)
    .execute()
  const subscriptions = await db
    .selectFrom('credit_subscriptions')
    .select(['product_type', 'status', 'created_at'])
    .where('user_id', '=', id)
    .execute()
  const planUpgrades = await db
    .selectFrom('plan_upgrades as u')
    .innerJoin('credit_subscriptions as s', 's.id', 'u.subscription_id')
    .select(['u.renewal_terms', 'u.agreed_at'])
    .where('s.user_id', '=', id)
    .limit(max)
    .execute()
  const earnings = await db
    .selectFrom('earnings as e')
    .leftJoin('transfers as t', 't.id', 'e.transfer_id')
    .select(['e.kind', 'e.rental_id', 'e.amount_cents', 'e.earned_at', 'e.payable_at', 'e.note'])
    .select(['t.status as transfer_status', 't.finished_at as transferred_at'])
    .where('e.owner_id', '=', id)
    .orderBy('e.earned_at', 'desc')
    .limit(max)
    .execute()
  const payoutAccount = await db
    .selectFrom('payout_accounts')
    .select(['stripe_account_id', 'state', 'created_at', 'updated_at'])
    .where('owner_id', '=', id)
    .execute()
  const webhooks = await db
    .selectFrom('webhook_endpoints')
    .select(['url', 'events', 'created_at', 'disabled_at'])
    .where('owner_id', '=', id)
    .execute()
  const timeOff = await db
    .selectFrom('closet_holidays')
    .select(['start_date', 'end_date', 'note', 'created_at'])
    .where('owner_id', '=', id)
    .limit(max)
    .execute()
  const savedMessages = await db
    .selectFrom('saved_messages')
    .select(['body', 'at_acceptance', 'saved_at'])
    .where('owner_id', '=', id)
    .limit(max)
    .execute()
  const savedSearches = await db
    .selectFrom('saved_searches')
    .select(['query', 'name', 'created_at'])
    .where('user_id', '=', id)
    .execute()
  const closetPage = await db
    .selectFrom('closet_pages')
    .select(['shop_name', 'about', 'image_id', 'updated_at'])
    .where('closet_id', '=', id)
    .execute()
  const applications = await db
    .selectFrom('business_applications')
    .select(['applied_at', 'city', 'contact_phone', 'denial_reason', 'state', 'status'])
    .select(['driving_distance', 'full_name', 'id', 'instagram'])
    .select(['meeting_flexibility', 'outfit_images', 'reviewed_at', 'reviewed_by', 'user_id'])
    .where('user_id', '=', id)
    .execute()
  const feedback = await db
    .selectFrom('feedback')
    .select(['name', 'email', 'message', 'created_at'])
    .where('user_id', '=', id)
    .limit(max)
    .execute()
  const lists = {
    signInMethods,
    sessions,
    apiTokens,
    likes,
    savedSearches,
    ...(await ownBoards(db, person, max)),
    blocks,
    rentals,
    conditionReports,
    appeals,
    returnRequests,
    messages,
    savedMessages,
    closetPage,
    supportRequests,
    reports,
    decisionsAboutYou,
    consents,
    emailsTurnedOff,
    dismissedAnnouncements,
    ratings,
    ratingsAboutThem,
    ...bookings,
    items,
    itemPhotos,
    itemMeasurements,
    imports,
    sizeProfile,
    credits,
    payments,
    cards,
    failedPayments,
    giftCodes,
    subscriptions,
    planUpgrades,
    earnings,
    payoutAccount,
    webhooks,
    timeOff,
    applications,
    feedback,
  }
  const incomplete = Object.entries(lists)
    .filter(([, rows]) => rows.length >= max)
    .map(([name]) => name)
  return { takenAt: now, incomplete, profile, ...lists }
}
