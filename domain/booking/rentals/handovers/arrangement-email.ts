import type { RentalId } from '#db/ids.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { pages } from '#domain/shared/pages.ts'

export type ArrangedHandover = {
  /** One of the rentals, whose page the button opens. */
  readonly rentalId: RentalId
  readonly titles: readonly string[]
  readonly renterName: string
  readonly ownerName: string
  readonly step: 'delivery' | 'return'
  readonly arrangement: string
  readonly origin: string
}

/** To the renter: when and where the closet hands the pieces over, or gets them back. */
export function arrangementEmail(arranged: ArrangedHandover): Email {
  const { rentalId, titles, renterName, ownerName, step, arrangement, origin } = arranged
  const [first = ''] = titles
  const what = titles.length > 1 ? `${first} and ${titles.length - 1} more` : first
  const isDelivery = step === 'delivery'
  return {
    template: 'handover-arrangement',
    subject: isDelivery ? `When and where you get ${what}` : `When and where you return ${what}`,
    greeting: hello(renterName),
    paragraphs: [
      isDelivery
        ? `${ownerName} says when and where you get ${titles.join(', ')}:`
        : `${ownerName} says when and where you return ${titles.join(', ')}:`,
      `“${arrangement}”`,
    ],
    button: { text: 'View rental', url: `${origin}${pages.rental(rentalId)}` },
    after: [`If this does not suit you, please tell ${ownerName}.`],
  }
}
