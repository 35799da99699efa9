import type { ItemId } from '#db/ids.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { pages } from '#domain/shared/pages.ts'

/** Emails to a closet whose item was approved, denied, taken down or restored. */
export function itemDecided({
  fullName,
  itemId,
  title,
  decision,
  wasShown,
  next,
  reason,
  origin,
}: {
  readonly fullName: string
  readonly itemId: ItemId
  readonly title: string
  readonly decision: 'approved' | 'denied'
  /** Whether it was public until now. */
  readonly wasShown: boolean
  /** What can be done with an approved item; null while it is rented or its closet is blocked. */
  readonly next: 'rent' | 'resume' | null
  readonly reason: string | null
  readonly origin: string
}): Email {
  const greeting = hello(fullName)
  if (decision === 'approved')
    return {
      template: 'item-approved',
      subject: `Approved: ${title}`,
      greeting,
      paragraphs: [`Your item “${title}” has been approved.${next === null ? '' : NEXT[next]}`],
      button: { text: 'View the item', url: `${origin}${pages.item(itemId)}` },
    }
  return {
    template: wasShown ? 'item-taken-down' : 'item-denied',
    subject: wasShown ? `Taken down: ${title}` : `Not approved: ${title}`,
    greeting,
    paragraphs: [
      wasShown
        ? `Your item “${title}” has been taken down and is no longer shown. Existing rentals continue.`
        : `Your item “${title}” was not approved.`,
      ...(reason ? [`Reason: ${reason}`] : []),
      'You can change the photo, title or description. We will then review it again.',
    ],
    button: { text: 'Edit your item', url: `${origin}${pages.closetItem(itemId)}` },
  }
}

const NEXT = {
  rent: ' Shoppers can rent it now.',
  resume: ' It can be rented once you resume it.',
}
