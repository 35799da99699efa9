import type { Jobs, RentalEvent } from '#db/jobs.ts'

/** A rental's facts in the words of an email. */
export type EmailDetails = {
  readonly rentalId: string
  readonly title: string
  /** 'on Feb 17, 2027' or 'from Feb 17, 2027 to Feb 20, 2027'. */
  readonly dates: string
  readonly firstDay: string
  readonly lastDay: string
  /** The last day has passed. */
  readonly isOver: boolean
  /** The turnaround after it, in a sentence; '' for none. */
  readonly turnaround: string
  /** '49 credits'. */
  readonly credits: string
  /** The credits refunded, or taken again, in a sentence; '' if it cost none. */
  readonly creditsReturned: string
  readonly creditsTaken: string
  /** Goodwill credits because the rental before was late. */
  readonly lateGoodwill: number
  readonly renterName: string
  readonly ownerName: string
  /** How the renter reaches the closet, and how and where the closet reaches the renter. */
  readonly closetContact: string
  readonly handover: string
  /** First name of the person whose late return puts the rental at risk, and the decision time. */
  readonly lateName: string
  readonly decidedAt: string
  /** That person has sent the item back. */
  readonly isLateSentBack: boolean
  /** The tracking number in a sentence; empty without one. */
  readonly tracking: string
  readonly withheldCents: number
  /** The rest of the deposit. */
  readonly restCents: number
  readonly conditionNotes: string | null
  /** Whether there are photos of its return. */
  readonly photos: boolean
  /** The address of the owner's page of the rental; null for a blocked closet. */
  readonly ownerPage: string | null
  readonly by: Jobs['tell-about-rental']['by']
  readonly origin: string
}

/**
 * Subject and paragraphs (empty ones are left out); greeting and button depend on the recipient.
 */
export type Words = (details: EmailDetails) => readonly [subject: string, ...paragraphs: string[]]

/** Emails by the event that they are about. One with several emails has a list of them. */
export type EventEmails = Readonly<Partial<Record<RentalEvent, Words | readonly Words[]>>>
