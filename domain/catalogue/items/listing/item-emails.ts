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

/** To a closet whose items were approved together. */
export function itemsApproved({
  fullName,
  items,
  origin,
}: {
  readonly fullName: string
  readonly items: readonly { readonly id: ItemId; readonly title: string }[]
  readonly origin: string
}): Email {
  return {
    template: 'items-approved',
    subject: `Approved: ${items.length} items`,
    greeting: hello(fullName),
    paragraphs: [`These ${items.length} items of yours have been approved:`],
    links: items.map(({ id, title }) => ({ text: title, url: `${origin}${pages.item(id)}` })),
    button: { text: 'Go to My Closet', url: `${origin}${pages.closet}` },
  }
}

/** To a closet: a decision on these items was taken back. */
export function itemsReviewedAgain({
  fullName,
  items,
  wasApproved,
  origin,
}: {
  readonly fullName: string
  readonly items: readonly { readonly id: ItemId; readonly title: string }[]
  readonly wasApproved: boolean
  readonly origin: string
}): Email {
  const [first] = items
  const one = items.length === 1 && first ? `Your item “${first.title}”` : null
  const done = wasApproved ? 'approved' : 'denied'
  return {
    template: 'items-reviewed-again',
    subject:
      one && first ? `Reviewed again: ${first.title}` : `Reviewed again: ${items.length} items`,
    greeting: hello(fullName),
    paragraphs: [
      one
        ? `${one} was ${done} by mistake, so we are reviewing it again.`
        : `These ${items.length} items of yours were ${done} by mistake, so we are reviewing them again:`,
      ...(one ? [AGAIN] : []),
    ],
    ...(!one && {
      links: items.map(({ id, title }) => ({
        text: title,
        url: `${origin}${pages.closetItem(id)}`,
      })),
      after: [AGAIN],
    }),
    button: { text: 'Go to My Closet', url: `${origin}${pages.closet}` },
  }
}

const AGAIN = 'You do not have to do anything. We will email you our decision.'

const NEXT = {
  rent: ' Shoppers can rent it now.',
  resume: ' It can be rented once you resume it.',
}
