import { sql } from 'kysely'
import type { ItemId } from '#db/ids.ts'
import { withdrawMessage } from '#domain/care/messages/withdraw-message.ts'
import type { ClosetOwner, Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import type { Site } from '#test/app.ts'
import type { Screen } from './screens.ts'

interface Messaging {
  readonly closet: ClosetOwner
  readonly shopper: Person
  readonly item: { readonly id: ItemId }
  /** Many words, and one that is too long for its column. */
  readonly title: string
}

const png = (name: string) =>
  new File([new Uint8Array(flatPng(400, 300))], name, { type: 'image/png' })

/** One with photos, the steps of a rental, and a withdrawn message. */
async function fullConversation(site: Site, { closet, shopper, title }: Messaging) {
  const { make, clock, db } = site
  const item = await make.item({ closet, title })
  const words = ['Is it lined?', 'Yes.', 'Thank you!']
  const now = clock.now()
  const { id, lastOfShopper } = await make.conversation({ item, shopper, closet, words, now })
  await make.rental({ item, renter: shopper, status: 'completed', createdAt: now })
  const form = new FormData()
  for (const name of ['front.png', 'back.png']) form.append('photos', png(name))
  form.append('form_key', newId())
  const sent = await site.post(`/messages/${id}`, form, { as: shopper })
  if (sent.status !== 302) throw new Error(`not sent: ${sent.status} ${sent.text('main')}`)
  const shown = await db
    .selectFrom('messages')
    .select('id')
    .where('conversation_id', '=', id)
    .where(sql<boolean>`cardinality(image_ids) = 2`)
    .execute()
  if (shown.length !== 1 || !lastOfShopper) throw new Error('the photos are not sent')
  const withdrawn = await withdrawMessage(db, shopper, lastOfShopper, now)
  if (!withdrawn.ok) throw new Error(withdrawn.problem.reason)
  return `/messages/${id}`
}

/** The list of conversations, one of them, and the first question about an item. */
export async function messageScreens(site: Site, people: Messaging): Promise<Screen[]> {
  const { make, clock } = site
  const { closet, shopper, item, title } = people
  const full = await fullConversation(site, people)
  const words = [title, `${title}\nand more.`, 'Thank you!']
  const now = clock.now()
  const conversation = await make.conversation({ item, shopper, closet, words, now })
  if (conversation.lastOfShopper) await make.messageReport(closet, conversation.lastOfShopper, now)
  const reported = {
    route: 'admin/cases/conversation',
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
    { ...list, path: full, route: 'account/conversation', state: 'photos', as: shopper },
    { ...list, path: full, route: 'account/conversation', state: 'photos of others', as: closet },
    { ...reported, state: 'before reading' },
    {
      ...reported,
      state: 'asked to remove a message',
      path: `${reported.path}?remove=${conversation.lastOfShopper}`,
    },
    {
      ...reported,
      state: 'read',
      act: 'read the conversation',
    },
    { ...one, state: 'shopper', as: shopper },
    { ...one, state: 'closet', as: closet },
    {
      ...one,
      state: 'refused',
      as: shopper,
      act: 'send an empty message',
    },
    {
      ...one,
      state: 'asked to withdraw',
      path: `${one.path}?withdraw=${conversation.lastOfShopper}`,
      as: shopper,
    },
  ]
}
