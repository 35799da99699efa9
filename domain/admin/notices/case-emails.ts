import type { RentalId } from '#db/ids.ts'
import { type Email, writeEmail } from '#domain/outbound/mail/email.ts'
import { dollars } from '#domain/shared/cents.ts'
import { pages } from '#domain/shared/pages.ts'

// Emails to all admins about cases: a renter and a closet who disagree.

type Linked = { readonly origin: string }

/** The closet has answered an appeal, so an admin has to decide. */
export function appealAnswered({
  renterName,
  ownerName,
  title,
  withheldCents,
  due,
  rentalId,
  origin,
}: Linked & {
  readonly renterName: string
  readonly ownerName: string
  readonly title: string
  readonly withheldCents: number
  readonly due: string
  readonly rentalId: RentalId
}): Email {
  return writeEmail({
    template: 'admin-appeal',
    subject: `Please decide the appeal about ${title} by ${due}`,
    paragraphs: [
      `${ownerName} kept ${dollars(withheldCents)} of ${renterName}’s deposit for ${title}. ${renterName} appealed, and ${ownerName} has answered.`,
      'An admin who kept the money cannot decide, unless there is no other admin.',
    ],
    button: { text: 'See the appeal', url: `${origin}${pages.adminAppeal(rentalId)}` },
  })
}

/** A closet contests a return request, so an admin has to decide. */
export function returnContested({
  renterName,
  ownerName,
  title,
  due,
  rentalId,
  origin,
}: Linked & {
  readonly renterName: string
  readonly ownerName: string
  readonly title: string
  readonly due: string
  readonly rentalId: RentalId
}): Email {
  return writeEmail({
    template: 'admin-return-request',
    subject: `Please decide the return request about ${title} by ${due}`,
    paragraphs: [`${renterName} requested a return of ${title}, and ${ownerName} contests it.`],
    button: { text: 'See the request', url: `${origin}${pages.adminReturn(rentalId)}` },
  })
}

/** A blocked closet cannot answer an appeal, so an admin does. */
export function appealToAnswer({
  renterName,
  ownerName,
  title,
  withheldCents,
  words,
  due,
  rentalId,
  origin,
}: Linked & {
  readonly renterName: string
  readonly ownerName: string
  readonly title: string
  readonly withheldCents: number
  readonly words: string
  readonly due: string
  readonly rentalId: RentalId
}): Email {
  return writeEmail({
    template: 'admin-appeal-to-answer',
    subject: `Please answer the appeal about ${title} by ${due}`,
    paragraphs: [
      `${dollars(withheldCents)} of ${renterName}’s deposit was kept for ${title}. ${renterName} appealed:`,
      `“${words}”`,
      `${ownerName} is no longer an approved closet, so an admin has to answer. Without an answer, ${renterName} will get the money back.`,
    ],
    button: { text: 'Answer the appeal', url: `${origin}${pages.adminRental(rentalId)}#appeal` },
  })
}

/** A blocked closet cannot answer a return request, so an admin does. */
export function returnToAnswer({
  renterName,
  ownerName,
  title,
  words,
  due,
  rentalId,
  origin,
}: Linked & {
  readonly renterName: string
  readonly ownerName: string
  readonly title: string
  readonly words: string
  readonly due: string
  readonly rentalId: RentalId
}): Email {
  return writeEmail({
    template: 'admin-return-request-to-answer',
    subject: `Please answer the return request about ${title} by ${due}`,
    paragraphs: [
      `${renterName} requested a return of ${title}${words === '' ? '.' : ':'}`,
      ...(words === '' ? [] : [`“${words}”`]),
      `${ownerName} is no longer an approved closet, so an admin has to answer. Without an answer, the request will be accepted.`,
    ],
    button: {
      text: 'Answer the request',
      url: `${origin}${pages.adminRental(rentalId)}#return-request`,
    },
  })
}
