import type { ItemId } from '#db/ids.ts'
import type { ClosetOwner, Person } from '#domain/shared/actors.ts'
import type { Site } from './app.ts'
import type { Screen } from './screens.ts'

interface Messaging {
  readonly closet: ClosetOwner
  readonly shopper: Person
  readonly item: { readonly id: ItemId }
  /** Many words, and one that only breaks at the edge of its column. */
  readonly title: string
}

/** The list of conversations, one of them, and the first question about an item. */
export async function messageScreens(
  { make, clock }: Site,
  { closet, shopper, item, title }: Messaging,
): Promise<Screen[]> {
  const words = [title, `${title}\nand more.`, 'Thank you!']
  const now = clock.now()
  const conversation = await make.conversation({ item, shopper, closet, words, now })
  if (conversation.lastOfShopper) await make.messageReport(closet, conversation.lastOfShopper, now)
  const reported = {
    route: 'admin/conversation',
    path: `/admin/conversations/${conversation.lastOfShopper}`,
    as: await make.admin(),
  }
  const list = { route: 'account/messages', path: '/messages' }
  const one = { route: 'account/conversation', path: `/messages/${conversation.id}` }
  const asking = `/messages?item=${item.id}`
  return [
    { ...list, state: 'shopper', as: shopper },
    { ...list, state: 'closet', as: closet },
    { ...list, state: 'nothing', as: await make.shopper() },
    { ...list, state: 'admin', as: await make.admin() },
    { ...list, state: 'asking', path: asking, as: await make.shopper() },
    { ...reported, state: 'before reading' },
    {
      ...reported,
      state: 'read',
      act: async (page) => {
        await page.getByRole('button', { name: 'Read the conversation' }).click()
        await page.getByText('Thank you!').waitFor()
      },
    },
    { ...one, state: 'shopper', as: shopper },
    { ...one, state: 'closet', as: closet },
    {
      ...one,
      state: 'refused',
      as: shopper,
      act: async (page) => {
        await page.getByRole('button', { name: 'Send' }).click()
        await page.locator('[aria-invalid=true]').waitFor()
      },
    },
    {
      ...one,
      state: 'asked to withdraw',
      path: `${one.path}?withdraw=${conversation.lastOfShopper}`,
      as: shopper,
    },
  ]
}
