import type { RatingInput } from '#domain/care/ratings/ratings.ts'
import type { DemoRental } from './demo-rentals.ts'

type DemoReview = Pick<RatingInput, 'words'> &
  Partial<Pick<RatingInput, 'fit' | 'usualSize' | 'heightCm'>> & { readonly stars: number }

/** A completed rental with what its sides wrote about each other. */
export type ReviewedRental = DemoRental & {
  readonly state: 'completed'
  readonly byRenter?: DemoReview
  readonly byCloset?: DemoReview
  /** What the closet replied to the renter's review. */
  readonly reply?: string
}

const completed = { state: 'completed' } as const

/** Most are of one item of the demo closet; the last one can still be reviewed by the shopper. */
export const reviewedRentals: readonly ReviewedRental[] = [
  {
    ...completed,
    item: 'oyster-bow-blouse',
    renter: 'Noor Haddad',
    requested: -88,
    starts: -84,
    byRenter: {
      stars: 5,
      words: 'The silk is heavier than it looks, and the bow stays tied all day.',
      fit: 'true',
      usualSize: 'M',
      heightCm: 168,
    },
    byCloset: { stars: 5, words: 'Back on time and carefully folded.' },
  },
  {
    ...completed,
    item: 'oyster-bow-blouse',
    renter: 'Theo Lindqvist',
    requested: -77,
    starts: -73,
    byRenter: {
      stars: 4,
      words: 'Lovely color. A little tight at the shoulders for me.',
      fit: 'small',
      usualSize: 'L',
      heightCm: 176,
    },
    byCloset: { stars: 5, words: 'Friendly, and easy to meet.' },
    reply: 'Thank you, Theo. It does run narrow at the shoulders; I have added that.',
  },
  {
    ...completed,
    item: 'oyster-bow-blouse',
    renter: 'Amara Boyd',
    requested: -66,
    starts: -62,
    byRenter: { stars: 5, words: 'Wore it to an interview and got the job.', fit: 'true' },
    byCloset: { stars: 4, words: 'A day of back and forth about the meeting place, else fine.' },
  },
  {
    ...completed,
    item: 'oyster-bow-blouse',
    renter: 'Hana Kimura',
    requested: -55,
    starts: -51,
    byRenter: {
      stars: 5,
      words: '',
      fit: 'true',
      usualSize: 'S',
      heightCm: 161,
    },
  },
  {
    ...completed,
    item: 'oyster-bow-blouse',
    renter: 'Zadie Cole',
    requested: -32,
    starts: -29,
    byRenter: {
      stars: 5,
      words: 'Perfect with high-waisted trousers. I would rent it again.',
      fit: 'true',
      usualSize: 'M',
      heightCm: 172,
    },
    byCloset: { stars: 5, words: 'A pleasure.' },
  },
  {
    ...completed,
    item: 'oyster-bow-blouse',
    renter: 'Iris Vale',
    requested: -44,
    starts: -40,
    byRenter: {
      stars: 4,
      words: 'Roomy, which I like. The cuffs were a bit long.',
      fit: 'large',
      usualSize: 'S',
      heightCm: 164,
    },
    byCloset: { stars: 5, words: 'Punctual and kind.' },
  },
  {
    ...completed,
    item: 'navy-floral-tea-dress',
    renter: 'Tessa Wright',
    requested: -60,
    starts: -56,
    byRenter: { stars: 4, words: 'As pictured, and quick to answer.', fit: 'true' },
    byCloset: { stars: 3, words: 'Came back a day late, but clean.' },
  },
  {
    ...completed,
    item: 'dusty-rose-floral-midi',
    renter: 'shopper',
    requested: -20,
    starts: -16,
    byCloset: { stars: 5, words: 'Everything as agreed.' },
  },
]
