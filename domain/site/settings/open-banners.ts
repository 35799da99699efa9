import { sql } from 'kysely'
import type { AnnouncementAudience } from '#db/enums.ts'
import type { AnnouncementId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'

/** A published announcement with a banner that has not been ended early. */
export type OpenBanner = {
  readonly id: AnnouncementId
  readonly title: string
  readonly words: string
  readonly link: { readonly address: string; readonly label: string } | null
  readonly audience: AnnouncementAudience
  readonly startsAt: Date
  readonly endsAt: Date
}

type BannerRow = Omit<OpenBanner, 'startsAt' | 'endsAt'> & {
  readonly startsAt: string
  readonly endsAt: string
}

/** No more announcements than this are published and not over at once. */
const MAX_READ = 20

/**
 * SQL: the banners that are shown now or later. Read with the settings, which are read again after
 * a change only, so the query does not depend on the time: those that are over come last.
 */
export const openBanners = sql<readonly BannerRow[] | null>`(select jsonb_agg(jsonb_build_object(
  'id', a.id, 'title', a.title, 'words', a.words, 'audience', a.audience,
  'link', case when a.link_address is not null then
    jsonb_build_object('address', a.link_address, 'label', a.link_label) end,
  'startsAt', a.starts_at, 'endsAt', a.ends_at) order by a.starts_at desc, a.id desc)
  from (select id, title, words, audience, link_address, link_label, has_banner, starts_at, ends_at
    from announcements
    where published_at is not null and ended_at is null
    order by ends_at desc, id limit ${sql.lit(MAX_READ)}) a where a.has_banner)`

/** The newest one first. */
export function bannersIn(rows: readonly BannerRow[] | null): readonly OpenBanner[] {
  return (rows ?? []).map((row) => ({
    ...row,
    startsAt: new Date(row.startsAt),
    endsAt: new Date(row.endsAt),
  }))
}

/**
 * Those that are shown now to people of this kind; whether somebody is a renter of a city is for
 * the database to say. Null is a visitor.
 */
export function bannersFor(
  banners: readonly OpenBanner[],
  person: Pick<Person, 'accountType'> | null,
  now: Date,
): readonly OpenBanner[] {
  const types = {
    everybody: null,
    closets: 'business',
    renters: 'regular',
  } as const satisfies Record<AnnouncementAudience, Person['accountType'] | null>
  return banners.filter(({ audience, startsAt, endsAt }) => {
    const type = types[audience]
    return startsAt <= now && now < endsAt && (type === null || type === person?.accountType)
  })
}
