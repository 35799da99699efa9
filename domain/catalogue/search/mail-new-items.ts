import { type Db, inTransaction } from '#db/connection.ts'
import type { PersonId } from '#db/ids.ts'
import type { ListedItem } from '#domain/catalogue/items/items.ts'
import type { Email } from '#domain/outbound/mail/email.ts'
import { hello } from '#domain/outbound/mail/names.ts'
import { notify } from '#domain/outbound/notify/notify.ts'
import { asShopper, personOf, type Shopper } from '#domain/shared/actors.ts'
import { PAGE_SIZE } from '#domain/shared/lists/page.ts'
import { pages } from '#domain/shared/pages.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'
import { instantIn } from '#domain/shared/time/local-time.ts'
import { facetParameters } from './facets.ts'
import { newItems } from './search.ts'
import { searchAddress } from './search-query.ts'
import { searcherOf } from './searcher.ts'
import { readSearch } from './understand.ts'

// One email each morning with the new items of somebody's saved searches; none without any.

const FIRST_HOUR = 8
/** Approvals within this time may not be committed yet. */
const LAG_MS = 60_000
/** Items of a search that the email lists; the others are counted. */
const MAX_LISTED = 5

type Morning = {
  readonly now: Date
  readonly today: CalendarDate
  readonly timeZone: string
  readonly origin: string
}

/**
 * Checks the saved searches that nobody has checked since eight this morning, of at most `max`
 * people. Returns of how many.
 */
export async function mailNewItems(db: Db, at: Morning, max = 50): Promise<number> {
  const until = new Date(at.now.getTime() - LAG_MS)
  const since = instantIn(at.timeZone, at.today, FIRST_HOUR)
  if (until < since) return 0
  const people = await db
    .selectFrom('saved_searches')
    .select('user_id')
    .distinct()
    .where('checked_at', '<', since)
    .orderBy('user_id')
    .limit(max)
    .execute()
  for (const { user_id } of people) await mailTo(db, user_id, { ...at, since, until })
  return people.length
}

type Check = Morning & { readonly since: Date; readonly until: Date }

async function mailTo(db: Db, personId: PersonId, at: Check): Promise<void> {
  const saved = await db
    .selectFrom('saved_searches as s')
    .innerJoin('user_profiles as p', 'p.id', 's.user_id')
    .select(['s.query', 's.name', 's.checked_at'])
    .select(['p.id', 'p.full_name', 'p.email', 'p.email_verified', 'p.account_type'])
    .select(['p.business_status', 'p.zip'])
    .where('s.user_id', '=', personId)
    .where('s.checked_at', '<', at.since)
    .orderBy('s.created_at', 'desc')
    .orderBy('s.position')
    .execute()
  const found: Found[] = []
  const over: string[] = []
  for (const row of saved) {
    const shopper = asShopper(personOf(row))
    if (!shopper || shopper.businessStatus === 'blocked') continue
    const { items, isOver } = await findNew(db, shopper, row, at)
    if (isOver) over.push(row.query)
    if (items.length > 0) found.push({ query: row.query, name: row.name, items })
  }
  await inTransaction(db, async (tx) => {
    const checked = await tx
      .updateTable('saved_searches')
      .set({ checked_at: at.until })
      .where('user_id', '=', personId)
      .where('checked_at', '<', at.since)
      .returning('query')
      .execute()
    // With two processes, only one of them sends it; what was removed meanwhile is left out.
    const left = found.filter((one) => checked.some(({ query }) => query === one.query))
    await tx
      .deleteFrom('saved_searches')
      .where('user_id', '=', personId)
      .where('query', 'in', over)
      .execute()
    const [person] = saved
    if (!person || left.length === 0) return
    const recipient = { to: person.email, recipientId: personId }
    const message = newItemsEmail(person.full_name, left, at.origin)
    const messageKey = `new-items-${personId}-${at.today}`
    await notify(tx, { ...message, ...recipient, messageKey }, at.now)
  })
}

type Found = {
  readonly query: string
  readonly name: string
  /** At least one. */
  readonly items: readonly ListedItem[]
}

type Saved = { readonly query: string; readonly zip: string | null; readonly checked_at: Date }

/** Nothing for a search that would be another one now, such as one near a ZIP code that is gone. */
async function findNew(db: Db, shopper: Shopper, { query, zip, checked_at }: Saved, at: Check) {
  const params = new URLSearchParams(query)
  const searcher = await searcherOf(db, { person: shopper, zip }, params, at.now)
  const known = { ...searcher, brands: idsIn(params), cities: valuesIn(params, 'city') }
  const read = readSearch(params, known, at.today)
  const isOver = read.problem === 'dates-past'
  const isSame = searchAddress(read.query) === `${pages.search}?${query}`
  const newIn = { after: checked_at, until: at.until }
  const items = isSame && !isOver ? await newItems(db, read.query, newIn, at.today) : []
  return { items, isOver }
}

const idsIn = (params: URLSearchParams) => valuesIn(params, 'brand').map((id) => ({ id }))

/** Its own, which were valid when it was saved: a city that has no items is not another search. */
function valuesIn(params: URLSearchParams, facet: 'brand' | 'city'): readonly string[] {
  const name = facetParameters[facet]
  const unwanted = params.getAll('not').filter((text) => text.startsWith(`${name}:`))
  return [
    ...new Set([...params.getAll(name), ...unwanted.map((text) => text.slice(name.length + 1))]),
  ]
}

function newItemsEmail(fullName: string, found: readonly Found[], origin: string): Email {
  const total = found.reduce((sum, { items }) => sum + items.length, 0)
  const [first] = found
  const to = found.length === 1 && first ? `${pages.search}?${first.query}` : pages.savedSearches
  return {
    template: 'new-items',
    subject:
      total === 1 && first?.items[0]
        ? `New: ${first.items[0].title}`
        : `${total} new items for your saved searches`,
    greeting: hello(fullName),
    paragraphs: found.flatMap(({ name, query, items }) => [
      `${name}: ${counted(items.length)}`,
      ...items.slice(0, MAX_LISTED).map((item) => lineOf(item, query, origin)),
      ...(items.length > MAX_LISTED ? [`And ${items.length - MAX_LISTED} more.`] : []),
    ]),
    button: { text: 'See the items', url: `${origin}${to}` },
  }
}

function counted(items: number): string {
  const number = items === PAGE_SIZE ? `${items} or more` : items
  return `${number} new ${items === 1 ? 'item' : 'items'}`
}

function lineOf({ id, title, size, creditsPerWeek }: ListedItem, query: string, origin: string) {
  const params = new URLSearchParams(query)
  const [start, end] = [params.get('start'), params.get('end')]
  const dates = start && end ? `?${new URLSearchParams({ start, end })}` : ''
  return `${title}, size ${size}, ${creditsPerWeek} credits a week: ${origin}${pages.item(id)}${dates}`
}
