import type { RentalId } from '#db/ids.ts'
import { saveAnswer } from '#domain/care/support/saved-answers.ts'
import type { Admin, Shopper } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { flatPng } from '#gateways/images/testing/hostile-files.ts'
import type { Site } from '#test/app.ts'
import type { Screen } from './screens.ts'

interface People {
  readonly shopper: Shopper
  readonly admin: Admin
  readonly rental: { readonly id: RentalId }
  /** Many words, and one that is too long for its column. */
  readonly title: string
}

/** Support requests in each state, of their person and of admins. */
export async function supportScreens(site: Site, people: People): Promise<Screen[]> {
  const { make, db, clock } = site
  const { shopper, admin, rental, title } = people
  const now = clock.now()
  const about = { rentalId: rental.id }
  const open = await withPhoto(site, shopper, rental.id)
  const given = { person: shopper, words: `${title}\nand more.`, now }
  const answered = await make.supportRequest({ ...given, about, kind: 'not_arrived' })
  await make.supportAnswer(admin, answered.id, { words: title, now })
  const closed = await make.supportRequest({ ...given, kind: 'payment' })
  await make.supportAnswer(admin, closed.id, { closes: true, now })
  const old = new Date(now.getTime() - 20 * 86_400_000)
  const ended = await make.supportRequest({ ...given, now: old })
  await make.supportAnswer(admin, ended.id, { closes: true, now: old })
  await make.supportRequest({ ...given, kind: 'account', now: old })
  const saved = { id: null, title: title.slice(0, 80), body: title, seenAt: null }
  const done = await saveAnswer(db, admin, saved, now)
  if (!done.ok) throw new Error(done.problem.reason)
  const screen = (route: string, state: string, path: string, as: Screen['as']): Screen => ({
    route,
    state,
    path,
    as,
  })
  const toOpen = `/help/requests/new?rental=${rental.id}`
  const own = (state: string, id: string) =>
    screen('account/support/request', state, `/help/requests/${id}`, shopper)
  const forAdmin = (state: string, id: string) =>
    screen('admin/support/request', state, `/admin/support/${id}`, admin)
  const newRequest = 'account/support/new-request'
  return [
    screen('account/support/requests', 'some', '/help/requests', shopper),
    screen('account/support/requests', 'none', '/help/requests', await make.shopper()),
    screen('account/support/requests', 'admin', '/help/requests', admin),
    screen(newRequest, 'kinds', '/help/requests/new', shopper),
    screen(newRequest, 'kinds of a rental', toOpen, shopper),
    screen(newRequest, 'form', `${toOpen}&kind=not_as_described`, shopper),
    {
      ...screen(newRequest, 'refused', '/help/requests/new?kind=account', shopper),
      act: 'send an empty request',
    },
    own('open', open),
    own('answered', answered.id),
    own('closed', closed.id),
    own('closed for good', ended.id),
    screen('admin/support/requests', 'to answer', '/admin/support', admin),
    screen('admin/support/requests', 'closed', '/admin/support?part=closed&kind=payment', admin),
    screen(
      'admin/support/requests',
      'of a person',
      `/admin/support?part=all&person=${shopper.id}`,
      admin,
    ),
    forAdmin('open', open),
    forAdmin('answered', answered.id),
    forAdmin('closed', closed.id),
    {
      ...forAdmin('refused', open),
      act: 'send an empty answer',
    },
    screen('admin/support/saved-answers', 'one', '/admin/support/answers', admin),
    ...(await questionsOf(site, admin)),
  ]
}

async function withPhoto(site: Site, shopper: Shopper, rentalId: RentalId): Promise<string> {
  const form = new FormData()
  const photo = new Uint8Array(flatPng(400, 300))
  form.append('photos', new File([photo], 'hem.png', { type: 'image/png' }))
  form.append('words', 'The hem is torn.')
  form.append('form_key', newId())
  const path = `/help/requests/new?rental=${rentalId}&kind=damaged`
  const sent = await site.post(path, form, { as: shopper })
  const id = sent.location?.split('/').at(-1)
  if (sent.status !== 302 || !id) throw new Error(`not sent: ${sent.status} ${sent.text('main')}`)
  return id
}

async function questionsOf({ db }: Site, admin: Admin): Promise<Screen[]> {
  const { id } = await db.selectFrom('saved_answers').select('id').executeTakeFirstOrThrow()
  const path = '/admin/support/answers'
  const route = 'admin/support/saved-answers'
  return [
    { route, state: 'changing', path: `${path}?edit=${id}`, as: admin },
    { route, state: 'asked to delete', path: `${path}?delete=${id}`, as: admin },
  ]
}
