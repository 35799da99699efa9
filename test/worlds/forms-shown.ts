import { type HTMLElement, parse } from 'node-html-parser'
import { rentalStatuses } from '#db/enums.ts'
import type { Person } from '#domain/shared/actors.ts'
import { newId } from '#domain/shared/ids.ts'
import { type Site, testSite } from '#test/app.ts'
import type { Page } from '#test/browsing.ts'
import { insertRows } from '#test/postgres/rows.ts'
import { asFilled, filledOnce } from './filled-site.ts'
import { type Screen, screensIn } from './screens.ts'

/** A form as it is sent without a script. */
export interface ShownForm {
  readonly as: Person | null
  /** Path and query of the page that has it. */
  readonly at: string
  readonly html: string
  /** Where it is sent, with its query. */
  readonly action: string
  readonly name: string
}

/** A new site, the screens of `formScreens` on it and their forms, which are found once per run. */
export async function siteWithForms() {
  const { of, screens, forms } = await optionsWithForms()
  return { site: await testSite(of), screens, forms }
}

/** The same, as options for a site that the caller opens. */
export async function optionsWithForms() {
  const { of, known } = await asFilled('forms', findForms)
  return { of, ...known }
}

/** Only the forms, for a file that sends none of them. */
export async function everyShownForm(): Promise<readonly ShownForm[]> {
  return (await filledOnce('forms', findForms)).known.known.forms
}

async function findForms(site: Site) {
  const screens = await formScreens(site)
  return { screens, forms: await formsOn(site, screens) }
}

/** The element of a form that has been shown. */
export function formElement({ html }: ShownForm): HTMLElement {
  const form = parse(html).querySelector('form')
  if (!form) throw new Error(`not a form: ${html}`)
  return form
}

/** The screens, including a rental at each stage, because each stage has other steps. */
async function formScreens(site: Site): Promise<Screen[]> {
  const { make, db } = site
  const screens = await screensIn(site)
  const [renter, closet, admin] = [await make.shopper(), await make.closet(), await make.admin()]
  const now = site.clock.now()
  const createdAt = new Date(now.getTime() - 9 * 24 * 60 * 60 * 1000)
  const more: Screen[] = []
  for (const status of rentalStatuses) {
    const { id } = await make.rental({
      item: await make.item({ closet }),
      renter,
      status,
      createdAt,
    })
    more.push(
      { route: 'account/rentals/my-rental', state: status, path: `/my-rentals/${id}`, as: renter },
      { route: 'business/rental', state: status, path: `/business/rentals/${id}`, as: closet },
      { route: 'admin/rental', state: status, path: `/admin/rentals/${id}`, as: admin },
    )
  }
  // A rental that has not started yet.
  await make.rental({ item: await make.item({ closet }), renter })
  await insertRows(db, 'business_applications', {
    id: newId(),
    user_id: (await make.person({ business_status: 'pending' })).id,
    full_name: 'Ada',
    city: 'Troy',
    state: 'NY',
    instagram: 'ada',
    outfit_images: [(await make.image({ use: 'outfit' })).id],
    driving_distance: '5 miles',
    meeting_flexibility: 'Evenings',
    contact_phone: '555 0100',
    applied_at: createdAt,
  })
  const event = {
    id: 'evt_failed',
    type: 'checkout.session.completed',
    payload: '{"data":{"object":{"id":"cs_nobody"}}}',
    tries: 100,
    last_error: 'no order belongs to session cs_nobody',
  }
  await insertRows(db, 'stripe_events', {
    ...event,
    received_at: createdAt,
    done_at: now,
    given_up_at: now,
  })
  await db.updateTable('mail_outbox').set({ attempts: 9, last_error: 'refused' }).execute()
  more.push(
    { route: 'account/rentals/my-rentals', state: 'all states', path: '/my-rentals', as: renter },
    { route: 'business/rentals', state: 'all states', path: '/business/rentals', as: closet },
    { route: 'business/my-closet', state: 'to do', path: '/business', as: closet },
    { route: 'admin/applications', state: 'one', path: '/admin/applications', as: admin },
    {
      route: 'admin/money/money',
      state: 'failed events',
      path: '/admin/money?part=events',
      as: admin,
    },
  )
  return [...screens.filter(({ state }) => state !== 'refused'), ...more]
}

/**
 * Every form that changes something on these screens and in the dialogs that their links open, as
 * rendered without a script. Forms that differ only in ids and text count as one.
 */
async function formsOn(site: Site, screens: readonly Screen[]): Promise<ShownForm[]> {
  const found = new Map<string, ShownForm>()
  for (const { path, as } of screens) {
    const first = await site.get(path, { as })
    for (const page of [first, ...(await opened(site, first, as))]) {
      for (const form of page.$$('form')) {
        if (form.getAttribute('method')?.toLowerCase() !== 'post') continue
        const { pathname, search } = new URL(form.getAttribute('action') ?? '', page.url)
        const fields = form
          .querySelectorAll('[name]')
          .map((field) => {
            const name = field.getAttribute('name') ?? ''
            return name === 'intent' ? `intent=${field.getAttribute('value')}` : name
          })
          .join(' ')
        const name = `${withoutIds(pathname)} ${fields}`
        if (found.has(name)) continue
        const shownAt = new URL(page.url)
        found.set(name, {
          as,
          at: shownAt.pathname + shownAt.search,
          html: form.outerHTML,
          action: pathname + search,
          name,
        })
      }
    }
  }
  return [...found.values()]
}

/** Opens the links and buttons of a page that lead to itself: each kind of dialog once. */
async function opened(site: Site, page: Page, as: Person | null): Promise<Page[]> {
  const { pathname } = new URL(page.url)
  const kinds = new Map<string, string>()
  for (const way of page.$$('main a[href], main form:not([method=post])')) {
    const url = new URL(way.getAttribute('href') ?? way.getAttribute('action') ?? '', page.url)
    for (const field of way.querySelectorAll('input[type=hidden], button[name]'))
      url.searchParams.set(field.getAttribute('name') ?? '', field.getAttribute('value') ?? '')
    if (url.pathname === pathname && url.search !== '')
      kinds.set(withoutIds(url.search), url.pathname + url.search)
  }
  return await Promise.all([...kinds.values()].map((path) => site.get(path, { as })))
}

function withoutIds(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ':id').replaceAll(/\b\d[\d-]*/g, ':n')
}
