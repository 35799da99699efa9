/**
 * Every closed list of values in a CHECK constraint, once in TypeScript. A test compares each with
 * its constraint; `db/types.ts` uses them as the columns' types.
 */
export const accountTypes = ['regular', 'business', 'admin'] as const
export const businessStatuses = ['pending', 'approved', 'denied', 'blocked'] as const
export const approvalStatuses = ['pending', 'approved', 'denied'] as const
export const listingImportStatuses = [
  'mapping',
  'checking',
  'checked',
  'importing',
  'done',
  'discarded',
] as const
export const importOutcomes = ['add', 'change', 'added', 'changed', 'unchanged', 'refused'] as const
export const applicationStatuses = ['pending', 'approved', 'denied'] as const
export const drivingDistances = [
  '5 miles',
  '10 miles',
  '15 miles',
  '20 miles',
  '30+ miles',
] as const
export const stretches = ['none', 'some', 'much'] as const
export const usualSizes = ['XS', 'S', 'M', 'L', 'XL', 'XXL'] as const
export const imageUses = [
  'item',
  'outfit',
  'logo',
  'founder',
  'section',
  'handover',
  'appeal',
  'message',
  'rating',
  'return_request',
  'support',
  'closet',
] as const
export const platformNumberKeys = ['high_value_cents', 'high_value_rentals', 'gift_months'] as const
export const productTypes = [
  'deposit',
  'deposit_top_up',
  'one_time',
  'gift',
  'subscription_monthly',
  'subscription_annual',
] as const
export const planTypes = ['subscription_monthly', 'subscription_annual'] as const
export const orderStatuses = ['open', 'fulfilled', 'expired', 'refunded'] as const
export const creditTransactionKinds = [
  'purchase',
  'gift_claim',
  'subscription',
  'goodwill',
  'grant',
  'rental',
  'cancellation',
  'return_request',
  'expiry',
  'revocation',
  'hold',
  'release',
] as const
export const lotSources = [
  'one_time',
  'gift',
  'gift_claim',
  'subscription',
  'goodwill',
  'grant',
] as const
export const refundStatuses = ['pending', 'succeeded', 'failed'] as const
export const refundReasons = [
  'deposit_returned',
  'duplicate_payment',
  'account_closed',
  'made_at_stripe',
  'purchase_refunded',
  'appeal',
] as const
export const subscriptionStatuses = ['active', 'past_due', 'incomplete', 'canceled'] as const
export const paymentModes = ['sandbox', 'test', 'live'] as const
export const disputeKinds = ['dispute', 'refund'] as const
export const disputeStatuses = ['open', 'won', 'lost'] as const
export const rentalStatuses = [
  'pending',
  'confirmed',
  'delivered',
  'completed',
  'cancelled',
] as const
export const liveRentalStatuses = ['pending', 'confirmed', 'delivered'] as const
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export const returnStatuses = ['pending', 'returned', 'late'] as const
export const conditionStatuses = ['pending_review', 'approved', 'deposit_kept'] as const
export const cancellations = [
  'by_shopper',
  'by_owner',
  'delivery_failed',
  'never_delivered',
  'never_answered',
  'previous_rental_late',
  'swapped',
  'no_show',
] as const
export const handoverSteps = [
  'delivery',
  'failed_delivery',
  'sent_back',
  'return',
  'review',
] as const
export const earningKinds = ['rental', 'damage', 'taken_back', 'correction'] as const
export const payoutAccountStates = [
  'incomplete',
  'in_review',
  'ready',
  'restricted',
  'gone',
] as const
export const transferStatuses = ['pending', 'made', 'failed'] as const
export const transferDifferenceKinds = [
  'missing',
  'unknown',
  'amount',
  'account',
  'not_made',
  'earnings',
] as const
export const balanceExplanations = [
  'payment',
  'refund',
  'dispute',
  'transfer',
  'bank',
  'stripe',
  'admin',
] as const
export const bankPayoutStatuses = ['paid', 'failed'] as const
export const reportedNouns = ['item', 'person', 'message', 'review'] as const
export const reportReasons = [
  'misleading',
  'counterfeit',
  'offensive',
  'fraud',
  'unlawful',
  'private',
  'other',
] as const
export const reportOutcomes = ['no_action', 'warned', 'removed', 'blocked'] as const
export const supportKinds = [
  'not_arrived',
  'not_as_described',
  'damaged',
  'payment',
  'account',
  'safety',
  'other',
] as const
export const supportStatuses = ['open', 'answered', 'closed'] as const
export const legalPages = ['terms', 'privacy', 'lending-terms'] as const
export const mailTopics = ['messages', 'reviews', 'waitlist', 'digest', 'announcements'] as const
export const announcementAudiences = ['everybody', 'closets', 'renters'] as const
export const handoverMethods = ['meet', 'post', 'courier'] as const
export const handovers = ['delivery', 'pickup', 'shipping', 'ask'] as const
export const automaticAcceptances = ['nobody', 'returning', 'everybody'] as const
export const carriers = ['usps', 'ups', 'fedex', 'dhl', 'other'] as const
export const appealStatuses = [
  'open',
  'answered',
  'upheld',
  'reduced',
  'overturned',
  'withdrawn',
] as const
export const returnReasons = ['does_not_fit', 'not_as_described', 'no_show'] as const
export const returnRequestStatuses = [
  'open',
  'contested',
  'accepted',
  'refused',
  'withdrawn',
] as const
export const ratingSides = ['renter', 'owner'] as const
export const ratedFits = ['small', 'true', 'large'] as const
export const waitlistStatuses = [
  'waiting',
  'offered',
  'accepted',
  'expired',
  'left',
  'passed',
] as const
export const rentalCheckoutStatuses = ['open', 'requested', 'refused', 'left'] as const
export const sectionTypes = [
  'hero',
  'subtitle',
  'stats',
  'carousel',
  'brands',
  'text',
  'cta',
] as const
export const aboutSections = ['hero', 'mission', 'founders', 'story', 'stats'] as const
export const countKinds = [
  'style',
  'occasion',
  'size',
  'location',
  'reach',
  'public',
  'all',
] as const
export const totalNames = [
  'deposits_held',
  'deposits_held_cents',
  'rentals_live',
  'credits_owed',
  'credits_owed_millicents',
  'earnings_unpaid_cents',
  'transfers_pending_cents',
  'transfers_waiting',
  'transfers_waiting_cents',
] as const
export const closetFigureNames = ['rentals', 'withheld_deposits', 'corrected', 'paid'] as const
export const closetTotalNames = [
  ...['unpaid_earnings', 'payable_cents', 'earned_cents'],
  ...closetFigureNames,
] as const
export const figureNames = [
  'rentals_new',
  'people_new',
  'credits_sold',
  'credits_spent',
  'income_packs',
  'income_gifts',
  'income_plans',
  'income_refunds',
  'deposits_paid',
  'deposits_returned',
] as const
export const monthFigureNames = [
  'credits_sold',
  'credits_given',
  'credits_spent',
  'credits_returned',
  'credits_expired',
  'credits_refunded',
  'millicents_sold',
  'millicents_given',
  'millicents_spent',
  'millicents_returned',
  'millicents_expired',
  'millicents_refunded',
  'deposits_taken',
  'deposits_returned',
  'deposits_withheld',
  'deposits_disputed',
  'earnings_earned',
  'earnings_corrected',
  'earnings_paid',
] as const
/** What changed what a closet is owed: the closets' part of the figures of months. */
export const closedLineNames = [
  'credits_opening',
  'millicents_opening',
  'deposits_opening',
  'earnings_opening',
  ...monthFigureNames,
] as const
export const settingTypes = ['color', 'font', 'number', 'text'] as const
export const settingCategories = ['typography', 'colors', 'layout', 'content'] as const

export type AccountType = (typeof accountTypes)[number]
export type BusinessStatus = (typeof businessStatuses)[number]
export type ApprovalStatus = (typeof approvalStatuses)[number]
export type ListingImportStatus = (typeof listingImportStatuses)[number]
export type ImportOutcome = (typeof importOutcomes)[number]
export type ApplicationStatus = (typeof applicationStatuses)[number]
export type DrivingDistance = (typeof drivingDistances)[number]
export type Stretch = (typeof stretches)[number]
export type UsualSize = (typeof usualSizes)[number]
export type ImageUse = (typeof imageUses)[number]
export type PlatformNumberKey = (typeof platformNumberKeys)[number]
export type ProductType = (typeof productTypes)[number]
export type PlanType = (typeof planTypes)[number]
export type OrderStatus = (typeof orderStatuses)[number]
export type PaymentMode = (typeof paymentModes)[number]
export type CreditTransactionKind = (typeof creditTransactionKinds)[number]
export type LotSource = (typeof lotSources)[number]
export type RefundStatus = (typeof refundStatuses)[number]
export type RefundReason = (typeof refundReasons)[number]
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]
export type DisputeKind = (typeof disputeKinds)[number]
export type DisputeStatus = (typeof disputeStatuses)[number]
export type RentalStatus = (typeof rentalStatuses)[number]
export type DeliveryStatus = (typeof deliveryStatuses)[number]
export type ReturnStatus = (typeof returnStatuses)[number]
export type ConditionStatus = (typeof conditionStatuses)[number]
export type Cancellation = (typeof cancellations)[number]
export type HandoverStep = (typeof handoverSteps)[number]
export type EarningKind = (typeof earningKinds)[number]
export type PayoutAccountState = (typeof payoutAccountStates)[number]
export type TransferStatus = (typeof transferStatuses)[number]
export type TransferDifferenceKind = (typeof transferDifferenceKinds)[number]
export type BalanceExplanation = (typeof balanceExplanations)[number]
export type BankPayoutStatus = (typeof bankPayoutStatuses)[number]
export type ReportedNoun = (typeof reportedNouns)[number]
export type ReportReason = (typeof reportReasons)[number]
export type ReportOutcome = (typeof reportOutcomes)[number]
export type SupportKind = (typeof supportKinds)[number]
export type SupportStatus = (typeof supportStatuses)[number]
export type LegalPage = (typeof legalPages)[number]
export type MailTopic = (typeof mailTopics)[number]
export type AnnouncementAudience = (typeof announcementAudiences)[number]
export type HandoverMethod = (typeof handoverMethods)[number]
export type ChosenHandover = (typeof handovers)[number]
export type AutomaticAcceptance = (typeof automaticAcceptances)[number]
export type Carrier = (typeof carriers)[number]
export type AppealStatus = (typeof appealStatuses)[number]
export type ReturnReason = (typeof returnReasons)[number]
export type ReturnRequestStatus = (typeof returnRequestStatuses)[number]
export type RatingSide = (typeof ratingSides)[number]
export type RatedFit = (typeof ratedFits)[number]
export type RentalCheckoutStatus = (typeof rentalCheckoutStatuses)[number]
export type WaitlistStatus = (typeof waitlistStatuses)[number]
export type SectionType = (typeof sectionTypes)[number]
export type AboutSection = (typeof aboutSections)[number]
export type CountKind = (typeof countKinds)[number]
export type TotalName = (typeof totalNames)[number]
export type ClosetTotalName = (typeof closetTotalNames)[number]
export type FigureName = (typeof figureNames)[number]
export type MonthFigureName = (typeof monthFigureNames)[number]
export type ClosetFigureName = (typeof closetFigureNames)[number]
export type ClosedLineName = (typeof closedLineNames)[number]
export type SettingType = (typeof settingTypes)[number]
export type SettingCategory = (typeof settingCategories)[number]
