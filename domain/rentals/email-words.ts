import type { Jobs } from '#db/jobs.ts'

/** What happened, to whom, in the words of a mail. */
export type EmailDetails = {
  readonly rentalId: string
  readonly title: string
  /** 'on Feb 17, 2027' or 'from Feb 17, 2027 to Feb 20, 2027'. */
  readonly dates: string
  readonly firstDay: string
  readonly lastDay: string
  /** '49 credits'. */
  readonly credits: string
  /** What came back of them, in a sentence. */
  readonly creditsReturned: string
  readonly renterName: string
  readonly ownerName: string
  /** How the renter reaches the closet, and how and where the closet finds the renter. */
  readonly closetContact: string
  readonly handover: string
  readonly withheldCents: number
  readonly conditionNotes: string | null
  /** Whether there are photos of its return. */
  readonly photos: boolean
  readonly helpUrl: string
  readonly by: Jobs['tell-about-rental']['by']
  readonly origin: string
}

/** Subject, paragraphs (an empty one is left out); greeting and button are those of the side. */
export type Words = (details: EmailDetails) => readonly [subject: string, ...paragraphs: string[]]
