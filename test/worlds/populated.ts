import { inject } from 'vitest'
import { editClosetPage } from '#domain/accounts/closets/closet-page.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import type { Site, SiteOptions } from '#test/app.ts'
import { appealedRental } from '#test/make/appealed-rental.ts'
import { rentalAtRisk } from '#test/make/rental-at-risk.ts'
import { requestedReturn } from '#test/make/requested-return.ts'
import { readRow } from '#test/postgres/rows.ts'
import { addressesIn, readSiteMap } from '#test/site-map.ts'
import { sentAndChecked } from './closet-screens.ts'
import { everyForm, type SeenForm } from './every-form.ts'
import { filledSite } from './filled-site.ts'
import { newVisitor, plannedBoard, plannerOf } from './planned-board.ts'
import { reviewsAtEachStage } from './rating-world.ts'
import { webhookScreens } from './webhook-screens.ts'

/**
 * A site with one of everything, the addresses that each kind of person can open, and all forms.
 * Each file has its own copy; it is filled and crawled once per run.
 */
export async function populatedSite(options: Pick<SiteOptions, 'log'> = {}) {
  const { site, known } = await filledSite('inhabited', populate, options)
  return { ...known, site, viewers: new Map(known.viewers) }
}

async function populate(site: Site) {
  const { make } = site
  const places = addressesIn(readSiteMap(inject('buildDirectory')))
  const newcomer = await make.shopper()
  const shopper = await make.readyShopper()
  const closet = await make.closet({ requested_name: 'Renamed', name_requested_at: new Date() })
  const admin = await make.admin()
  const about = { shopName: 'The Rail', about: 'Gowns for tall people.', imageId: null }
  await editClosetPage(site.db, closet, { ...about, seen: null }, site.clock.now())
  const changing = await make.closet()
  const people: readonly (Person | null)[] = [null, newcomer, shopper, closet, admin]
  const rental = await make.rental({ item: await make.item({ closet }), renter: shopper })
  const createdAt = new Date(site.clock.now().getTime() - 9 * 24 * 60 * 60 * 1000)
  const returning = { item: await make.item({ closet }), renter: shopper, createdAt }
  const due = await make.rental({ ...returning, status: 'delivered' })
  const style = 'Vintage'
  const atRisk = await rentalAtRisk(site, { closet, renter: shopper, style })
  await make.item({ closet, style })
  await make.item({ closet, approval_status: 'pending' })
  await sentAndChecked(site, closet)
  const [, , endpoint] = await webhookScreens(site, { closet, emptyCloset: changing })
  await make.city()
  const brand = await make.brand()
  await make.item({ closet, brand_id: brand.id })
  const appealing = async (until: 'withheld' | 'filed' | 'answered') => {
    const renter = await make.shopper()
    const id = await appealedRental(site.db, { closet, renter, until }, site.clock.now())
    return { renter, id }
  }
  const sendingBack = async (until: 'delivered' | 'requested' | 'contested') => {
    const renter = await make.shopper()
    return {
      renter,
      id: await requestedReturn(site.db, { closet, renter, until }, site.clock.now()),
    }
  }
  const [delivered, requested] = [await sendingBack('delivered'), await sendingBack('requested')]
  const [withheld, filed] = [await appealing('withheld'), await appealing('filed')]
  const { id: conversation } = await make.conversation({
    item: { id: rental.item_id },
    shopper,
    closet,
    now: site.clock.now(),
  })
  const { id: firstMessage } = await readRow(site.db, 'messages', 'id', {})
  await make.messageReport(closet, firstMessage, site.clock.now())
  const support = await make.supportRequest({ person: shopper, now: site.clock.now() })
  await make.supportAnswer(admin, support.id, { now: site.clock.now() })
  const planners = [plannerOf(shopper), plannerOf(newcomer)] as const
  const board = await plannedBoard(site, planners, { items: [await make.item({ closet })] })
  const planning = newVisitor()
  await plannedBoard(site, [planning.planner])
  const words = { closet, name: 'Ann Lee', words: 'As good as new.' }
  const reviews = await reviewsAtEachStage(site.db, words, site.clock.now())
  const ids = {
    announcements: (await make.draftAnnouncement({ admin, now: site.clock.now() })).id,
    // Of their person and of admins.
    boards: board.id,
    requests: support.id,
    support: support.id,
    messages: conversation,
    conversations: firstMessage,
    appeal: (await appealing('answered')).id,
    returns: (await sendingBack('contested')).id,
    item: (await make.item({ closet })).id,
    listing: (await make.item({ business_id: admin.id })).id,
    brand: brand.id,
    closets: closet.id,
    rental: rental.id,
    user: shopper.id,
  }
  /** An address of something that exists, for a path with parameters. */
  const pathOf = (path: string) => {
    const id = Object.entries(ids).find(([noun]) => path.includes(noun))?.[1] ?? ids.item
    return path.replaceAll(/:\w+/g, id).replace('*', 'nowhere')
  }
  const starts = [
    // First, because changing an account signs its owner out.
    { path: `/admin/users?change=${changing.id}&to=admin`, as: admin },
    { path: `/my-rentals/${due.id}`, as: shopper },
    { path: `/my-rentals/${atRisk.id}/swap`, as: shopper },
    { path: `/my-rentals/${reviews.open}`, as: reviews.renter },
    { path: `/my-rentals/${reviews.both}`, as: reviews.renter },
    { path: `/business/rentals/${reviews.both}`, as: closet },
    { path: `/closets/${closet.id}?clear`, as: admin },
    { path: `/admin/reviews?hide=${reviews.ratingId}`, as: admin },
    { path: `/my-rentals/${withheld.id}`, as: withheld.renter },
    { path: '/credits', as: withheld.renter },
    { path: `/item/${ids.item}`, as: withheld.renter },
    { path: `/my-rentals/${filed.id}?withdraw`, as: filed.renter },
    { path: `/business/rentals/${filed.id}`, as: closet },
    { path: `/my-rentals/${delivered.id}`, as: delivered.renter },
    { path: `/my-rentals/${requested.id}?withdraw-return`, as: requested.renter },
    { path: `/business/rentals/${requested.id}`, as: closet },
    { path: '/help/requests/new?kind=damaged', as: shopper },
    { path: '/saved-searches?search=size%3DM', as: shopper },
    { path: board.link, as: null },
    { path: `/boards?item=${ids.item}`, as: shopper },
    { path: `${board.path}/settings?ask=reset`, as: shopper },
    { path: `/boards/continue?key=${planning.key}`, as: null },
    { path: `/messages?item=${ids.item}`, as: shopper },
    { path: `/messages/${conversation}?withdraw=${firstMessage}`, as: shopper },
    { path: endpoint?.path ?? '', as: closet },
    ...people.flatMap((as) => places.map(({ path }) => ({ path: pathOf(path), as }))),
  ]
  const seen = await everyForm(site, starts, people)
  const unseen = [
    made(await resetPath(site), null, { password: '' }),
    made('/auth/code', null, { code: '' }),
    made('/auth/email?token=nonsense', null, {}),
    made('/auth/verify?token=nonsense', null, {}),
    made('/profile/second-factor', shopper, { what: 'confirm', code: '' }),
    made('/profile/sign-in', shopper, { what: 'session', session: '', password: '' }),
    made('/credits/portal', shopper, { purpose: 'card' }),
    made('/profile/blocked', shopper, { person: closet.id }),
    made('/consent', shopper, { terms: '1' }),
    made('/unsubscribe?person=x&topic=x&signature=x', null, {}),
    made('/announcements/dismiss', null, { announcement: newId(), return_to: '/' }),
    made('/messages/state', shopper, { conversation, seen: firstMessage }),
    { ...made('/uploads', closet, { use: 'item' }), hasFile: true },
    made('/admin', admin, { intent: 'user-to-user', enabled: 'yes' }),
    made('/admin/money', admin, { intent: 'resolve', refund: newId(), note: '' }),
    made('/admin/payouts', admin, { intent: 'retry', transfer: newId() }),
    made('/admin/months/2026-01', admin, { intent: 'close' }),
    made(`/admin/mail/${newId()}`, admin, {}),
    made('/admin/applications', admin, {
      intent: 'deny',
      application: newId(),
      template: '',
      reason: '',
    }),
    made('/admin/names', admin, {
      intent: 'deny',
      person: newId(),
      name: 'A',
      template: '',
      reason: '',
    }),
    made('/admin/home-page', admin, { intent: 'save', draft: '', seen: '' }),
  ]
  return {
    people: [newcomer, shopper, closet, admin],
    places: places.map((place) => ({ ...place, at: pathOf(place.path) })),
    viewers: [...seen.viewers],
    // Admins last: they may block the other people.
    forms: [...seen.forms, ...unseen].toSorted((a, b) => rank(a) - rank(b)),
  }
}

function rank({ as }: SeenForm): number {
  return as?.accountType === 'admin' ? 1 : 0
}

/** A form that needs an event elsewhere, or that a script sends. */
function made(path: string, as: Person | null, shown: SeenForm['shown']): SeenForm {
  return { path, as, shown, fields: Object.keys(shown), hasFile: false }
}

async function resetPath(site: Site): Promise<string> {
  const account = { full_name: 'Ada Moss', email: 'ada@example.test', password: 'silk and linen' }
  await site.stranger().post('/auth?mode=sign-up', account)
  await site.stranger().post('/auth/forgot', account)
  await site.drainJobs()
  const mail = await readRow(site.db, 'mail_outbox', 'text_body', { template: 'reset' })
  return /\/auth\/reset\?token=\S+/.exec(mail.text_body)?.[0] ?? ''
}
