import { sql } from 'kysely'
import type { ItemId } from '#db/ids.ts'
import type { Person } from '#domain/shared/actors.ts'
import { apiTokenOf } from '#test/api.ts'
import type { Site } from '#test/app.ts'
import { webhookScreens } from './webhook-screens.ts'

interface People {
  readonly shopper: Person
  readonly newcomer: Person
  readonly inLine: Person
  readonly closet: Person
  readonly emptyCloset: Person
  readonly admin: Person
  readonly item: { readonly id: ItemId }
}

const LONG_TEXT = `${'Hand-embroidered '.repeat(12)}${'Schiaparelli'.repeat(6)}`

/** A person who has to agree to a new version of the terms; everyone else has agreed. */
async function personWithNewTerms(site: Site, admin: Person): Promise<Person> {
  const { make, db, clock } = site
  const person = await make.shopper()
  await sql`
    insert into legal_pages (page, version, body, published_at, published_by)
    select page, version + 1, body, ${clock.now()}, ${admin.id} from legal_pages where page = 'terms'
    order by version desc limit 1`.execute(db)
  await agreeToNewTerms(site, person)
  return person
}

/** Makes all current accounts agree to every legal text; later accounts have not agreed. */
export async function agreeToNewTerms({ db, clock }: Site, except?: Person): Promise<void> {
  await sql`
    insert into consents (user_id, page, version, at)
    select p.id, l.page, l.version, ${clock.now()} from user_profiles p cross join legal_pages l
    where p.id is distinct from ${except?.id ?? null}::uuid on conflict do nothing`.execute(db)
}

/** The states of reports, blocks, choices of emails and legal texts. */
export async function trustScreens(site: Site, people: People) {
  const { make } = site
  const { shopper, newcomer, inLine, closet, emptyCloset, admin, item } = people
  await make.block(shopper, emptyCloset)
  await apiTokenOf(site.db, closet)
  const thing = { noun: 'item', noun_id: item.id, reported_id: closet.id } as const
  const open = await make.report({ ...thing, reporter_id: shopper.id, shown: LONG_TEXT })
  const decided = await make.report({
    ...thing,
    reporter_id: inLine.id,
    decided_at: new Date(),
    decided_by: admin.id,
    outcome: 'warned',
    outcome_reasons: LONG_TEXT,
    told_at: new Date(),
  })
  const screen = (route: string, path: string, as: Person | null, state = path) => ({
    route,
    state,
    path,
    as,
  })
  const toReport = `/report?noun=item&id=${item.id}`
  return [
    ...(await webhookScreens(site, { closet, emptyCloset })),
    screen('account/notifications', '/profile/notifications', closet),
    screen('storefront/unsubscribe', '/unsubscribe', null),
    screen('storefront/zip', '/zip', null),
    screen('storefront/api', '/api', null),
    screen('account/sign-in/api-tokens', '/profile/api-tokens', closet, 'one'),
    screen('account/sign-in/api-tokens', '/profile/api-tokens', newcomer, 'none'),
    screen('account/blocked-people', '/profile/blocked', shopper, 'some'),
    screen('account/blocked-people', '/profile/blocked', newcomer, 'none'),
    screen('account/block-person', `/block?id=${closet.id}`, shopper, 'question'),
    screen('account/report', toReport, newcomer, 'form'),
    screen('account/report', toReport, shopper, 'reported'),
    screen('account/report', toReport, closet, 'own'),
    {
      ...screen('account/report', `/report?noun=person&id=${closet.id}`, newcomer, 'refused'),
      act: 'send an empty report' as const,
    },
    screen('account/sign-in/consent', '/consent', shopper, 'nothing to agree to'),
    screen(
      'account/sign-in/consent',
      '/consent',
      await personWithNewTerms(site, admin),
      'new terms',
    ),
    screen('admin/site/legal', '/admin/legal', admin),
    screen('admin/site/legal-edit', '/admin/legal/terms', admin),
    screen('admin/cases/reports', '/admin/reports', admin, 'open'),
    screen('admin/cases/reports', '/admin/reports?part=decided', admin, 'decided'),
    screen('admin/cases/report', `/admin/reports/${open}`, admin, 'open'),
    screen('admin/cases/report', `/admin/reports/${decided}`, admin, 'decided'),
  ]
}
