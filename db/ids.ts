declare const table: unique symbol

/** The id of a row of one table; ids of other tables are not assignable to it. */
export type Id<Table extends string> = string & { readonly [table]: Table }

/** An id that no row has yet; it may become an id of any table. */
export type FreshId = Id<never>

export type AnnouncementId = Id<'announcements'>
export type ApiTokenId = Id<'api_tokens'>
export type ApplicationId = Id<'business_applications'>
export type BoardId = Id<'boards'>
export type BoardPersonId = Id<'board_people'>
export type BlockId = Id<'about_content'>
export type BrandId = Id<'brands'>
export type CityId = Id<'cities'>
export type ConversationId = Id<'conversations'>
export type CoverageId = Id<'subscription_coverage'>
export type CreditTransactionId = Id<'credit_transactions'>
export type DepositId = Id<'deposits'>
export type EarningId = Id<'earnings'>
export type FeedbackId = Id<'feedback'>
export type GiftCodeId = Id<'gift_codes'>
export type HolidayId = Id<'closet_holidays'>
export type ImageId = Id<'images'>
export type ItemId = Id<'clothing_items'>
export type ListingImportId = Id<'listing_imports'>
export type ListingImportPhotoId = Id<'listing_import_photos'>
export type LotId = Id<'credit_lots'>
export type MailId = Id<'mail_outbox'>
export type MessageId = Id<'messages'>
export type NoteId = Id<'person_notes'>
export type OutgoingEventId = Id<'outgoing_events'>
export type OrderId = Id<'checkout_orders'>
export type PayoutRateId = Id<'payout_rates'>
export type PersonId = Id<'user_profiles'>
export type RatingId = Id<'ratings'>
export type RefundId = Id<'refunds'>
export type RentalId = Id<'rentals'>
export type ReportId = Id<'reports'>
export type SavedAnswerId = Id<'saved_answers'>
export type SectionId = Id<'home_sections'>
export type SessionId = Id<'auth_sessions'>
export type SubscriptionId = Id<'credit_subscriptions'>
export type SupportMessageId = Id<'support_messages'>
export type SupportRequestId = Id<'support_requests'>
export type TransferDifferenceId = Id<'transfer_differences'>
export type TransferId = Id<'transfers'>
export type WaitlistEntryId = Id<'waitlist_entries'>
export type WebhookDeliveryId = Id<'webhook_deliveries'>
export type WebhookEndpointId = Id<'webhook_endpoints'>
