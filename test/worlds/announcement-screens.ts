import type { Admin, Person } from '#domain/shared/actors.ts'
import { addDays, calendarDateIn } from '#domain/shared/time/calendar-date.ts'
import { endAnnouncement } from '#domain/site/announcements/publish-announcement.ts'
import type { Site } from '#test/app.ts'
import type { Screen } from './screens.ts'

const LONG = {
  title: `${'Winter hours '.repeat(4)}${'x'.repeat(28)}`,
  words: `${'We are closed on Friday. '.repeat(8)}\n${'y'.repeat(200)}`,
  linkAddress: `https://example.com/${'z'.repeat(200)}`,
  linkLabel: 'w'.repeat(40),
}

/** Announcements in each state; nobody else sees the banner, which is for the renters of a city. */
export async function announcementScreens(site: Site, admin: Admin): Promise<Screen[]> {
  const { make, db, clock, settings } = site
  const { timeZone } = settings
  const now = clock.now()
  const city = await make.city()
  const renter = await make.shopper({ city: city.name, state: city.state })
  const forCity = { ...LONG, admin, now, timeZone, audience: 'renters', cityId: city.id } as const
  const draft = await make.draftAnnouncement({ ...forCity, hasEmail: true })
  await make.announcement(forCity)
  const later = addDays(calendarDateIn(timeZone, now), 5)
  const open = await make.announcement({ ...forCity, hasEmail: true, startsOn: later })
  const ended = await make.announcement(forCity)
  await endAnnouncement(db, admin, ended.id, now)
  const screen = (route: string, state: string, path: string, as: Person = admin): Screen => ({
    ...{ route, state, path, as },
  })
  const list = '/admin/announcements'
  return [
    screen('admin/site/announcements', 'some', list),
    screen('admin/site/announcement-new', 'empty', `${list}/new`),
    screen('admin/site/announcement-new', 'copy', `${list}/new?from=${ended.id}`),
    screen('admin/site/announcement', 'draft', `${list}/${draft.id}`),
    screen('admin/site/announcement', 'asked to delete', `${list}/${draft.id}?ask=delete`),
    screen('admin/site/announcement', 'scheduled', `${list}/${open.id}`),
    screen('admin/site/announcement', 'asked to end', `${list}/${open.id}?ask=end`),
    screen('admin/site/announcement', 'ended', `${list}/${ended.id}`),
    screen('admin/site/announcement-publish', 'question', `${list}/${draft.id}/publish`),
    screen('storefront/home', 'announcement', '/', renter),
    screen('account/rentals/my-rentals', 'announcement', '/my-rentals', renter),
  ]
}
