import type pg from 'pg'
import type { LikelyInSize } from '#domain/catalogue/fit/wearer.ts'
import { milesBetween, type Point } from '#domain/catalogue/places/distance.ts'
import { pointOfPlace } from '#domain/catalogue/reach/reach.ts'
import { facets } from '#domain/catalogue/search/facets.ts'
import { originOf } from '#domain/catalogue/search/nearby.ts'
import type { SearchQuery } from '#domain/catalogue/search/search-query.ts'
import type { CalendarDate } from '#domain/shared/time/calendar-date.ts'

// Random items with random calendars, and the expected results of a search in plain SQL: without
// the word index, plans and pages.

const AT_ONCE = 2000

/** Fills an empty database; the same seed makes the same items. */
export async function fillSearchWorld(
  pool: pg.Pool,
  { items, seed, today }: { readonly items: number; readonly seed: number; readonly today: string },
): Promise<void> {
  // A random number from 0 to sides - 1 for row n.
  const roll = (name: string, sides: number) =>
    `mod(abs(hashtextextended('${seed} ${name} ' || n, 0)), ${sides})::int`
  const pick = (name: string, words: readonly (string | null)[]) =>
    `(array[${words.map((word) => (word === null ? 'null' : `'${word}'`)).join(', ')}])[1 + ${roll(name, words.length)}]`
  // Separate statements, and items in batches: the connections of tests have time limits.
  const people = `
    insert into user_profiles (id, full_name, email, account_type, business_status, city, state,
        notice_days, zip, driving_distance, delivers, offers_pickup, ships, accepts_automatically)
      select gen_random_uuid(), 'Closet ' || n, 'closet-' || n || '@hemline.test',
        case when n % 4 = 0 then 'regular' else 'business' end,
        case when n % 4 = 0 then 'blocked' else 'approved' end,
        ${pick('city', ['Albany', 'Troy', "Coeur d''Alene", null])}, 'NY',
        ${pick('notice', ['0', '0', '3', '14'])}::int, ${pick('zip', ['12866', '10001', null, null, null])},
        ${pick('distance', ['5 miles', '15 miles', '30+ miles', null])}, n % 3 <> 0, n % 3 = 0,
        ${roll('ships', 4)} = 0, ${pick('accepts', ['nobody', 'nobody', 'returning', 'everybody'])}
      from generate_series(1, 40) n;
    insert into user_profiles (id, full_name, email) values
      (gen_random_uuid(), 'Renter', 'renter@hemline.test');
    insert into brands (id, name, is_active, created_at)
      select gen_random_uuid(), ${pick('brand', ['Oriel', 'Scarlet', 'Vesper'])} || ' ' || n, n <> 3, now()
      from generate_series(1, 5) n`
  const someItems = (first: number) => `
    with closets as (select id, row_number() over (order by email) - 1 as nth from user_profiles
        where business_status is not null),
      brand_of as (select id, row_number() over (order by name) - 1 as nth from brands)
    insert into clothing_items (id, business_id, brand_id, title, description, size, style, event_type,
        category, colour, fabric, sleeves, hemline, neckline, credits_per_day, approval_status, paused, deleted_at, advance_booking,
        turnaround_days, created_at, updated_at)
      select gen_random_uuid(), closets.id, brand_of.id,
        ${pick('first', ['Red', 'Scarlet', 'Silk', 'Long'])} || ' ' ||
          ${pick('second', ['dress', 'dresses', 'gown', 'jacket'])},
        ${pick('words', ['', 'With a red lining.', 'Falls to the knee.', 'A dress for dancing.'])},
        ${pick('size', ['XS', 'S', 'M', 'M', 'L', 'XL', 'One size'])},
        ${pick('style', ['Casual', 'Formal', 'Formal', 'Vintage', 'Boho'])},
        ${pick('event', ['Wedding', 'Party', 'Party', 'Cocktail'])},
        ${pick('category', ['Dress', 'Dress', 'Gown', 'Jacket', null])},
        ${pick('colour', ['Red', 'Red', 'Blue', 'Multi', null])},
        ${pick('fabric', ['Silk', 'Wool', 'Lace', null, null])},
        ${pick('sleeves', ['Sleeveless', 'Long sleeves', null])},
        ${pick('hemline', ['Mini', 'Maxi', null])},
        ${pick('neckline', ['V-neck', 'Halter', null])},
        ${roll('price', 12)} * ${roll('price', 12)} / 2,
        ${pick('approval', ['approved', 'approved', 'approved', 'approved', 'pending', 'denied'])},
        ${roll('paused', 9)} = 0, case when ${roll('deleted', 12)} = 0 then now() end,
        ${roll('ahead', 2)} = 0, ${roll('turnaround', 5)} * (n % 3),
        -- Some share their instant, others lie microseconds apart.
        timestamptz '2026-01-01Z' + (n / 3) * interval '1 minute' + (n % 2) * interval '1 microsecond',
        now()
      from generate_series(${first}, ${Math.min(items, first + AT_ONCE - 1)}) n
      left join closets on closets.nth = ${roll('closet', 40)}
      left join brand_of on brand_of.nth = ${roll('brand', 7)}`
  const measurements = `
    insert into item_measurements (item_id, stretch, bust_cm, waist_cm, hips_cm, length_cm)
      select id, ${pick('stretch', ['none', 'some', 'much', null])},
        case when ${roll('bust known', 4)} > 0 then 84 + ${roll('bust', 200)} / 10.0 end,
        case when ${roll('waist known', 4)} > 0 then 66 + ${roll('waist', 200)} / 10.0 end,
        case when ${roll('hips known', 4)} > 0 then 90 + ${roll('hips', 200)} / 10.0 end, 100
      from (select id, row_number() over (order by created_at, title, id)::text as n from clothing_items) i
      where ${roll('measured', 6)} > 0;
    insert into item_rating_sums (item_id, ratings, stars, small, true_to_size, large)
      select id, 50, 200, ${roll('small', 7)}, 3 + ${roll('true', 30)}, ${roll('large', 7)}
      from (select id, row_number() over (order by created_at, title, id)::text as n from clothing_items) i
      where ${roll('rated', 3)} = 0`
  const calendars = `
    insert into rental_availability (item_id, blocked_date)
      select id, date '${today}' + ${roll('blocked', 20)} + days.day
      from (select id, row_number() over (order by created_at, title, id)::text as n from clothing_items) i
      cross join generate_series(0, 2) days (day) where ${roll('blocks', 4)} = 0;
    insert into closet_holidays (id, owner_id, start_date, end_date, created_at)
      select gen_random_uuid(), id, date '${today}' + ${roll('holiday', 20)},
        date '${today}' + ${roll('holiday', 20)} + ${roll('holiday length', 4)}, now()
      from (select id, row_number() over (order by email)::text as n from user_profiles
        where business_status is not null) p
      where ${roll('closes', 5)} = 0;
    -- One rental each, or several for those booked ahead, 40 days apart.
    insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date, total_days,
        credits_per_day, total_credits, status, created_at, delivery_status, delivered_at, exclusive,
        turnaround_days)
      select gen_random_uuid(), gen_random_uuid(), renter.id, business_id, item_id, first_day, last_day,
        last_day - first_day + 1, 0, 0, case when is_out then 'delivered' else 'confirmed' end, now(),
        case when is_out then 'delivered' else 'pending' end, case when is_out then now() end,
        not advance_booking, turnaround_days
      from (
        select i.id as item_id, business_id, advance_booking, turnaround_days, slot = 0 as is_out,
          date '${today}' - 8 + slot * 40 + ${roll('first day', 9)} as first_day,
          date '${today}' - 8 + slot * 40 + ${roll('first day', 9)} + ${roll('length', 10)} as last_day
        from (select row_number() over (order by created_at, title, id)::text || ' ' || s.slot as n, i.*,
            s.slot
          from clothing_items i cross join generate_series(0, 2) s (slot)) i
        where deleted_at is null and (advance_booking and ${roll('rented', 2)} = 0
          or not advance_booking and slot = 1 and ${roll('rented', 8)} = 0)
      ) r, user_profiles renter where renter.email = 'renter@hemline.test';
    update clothing_items i set available = false
      where not advance_booking and exists (select from rentals r where r.item_id = i.id);
    analyze`
  for (const statement of people.split(';')) await pool.query(statement)
  for (let first = 1; first <= items; first += AT_ONCE) await pool.query(someItems(first))
  for (const statement of measurements.split(';')) await pool.query(statement)
  for (const statement of calendars.split(';')) await pool.query(statement)
}

const columns = {
  size: `case when i.size in ('XS', 'S', 'M', 'L', 'XL', 'XXL') then i.size else 'Other' end`,
  style: `case when style in ('Casual', 'Formal', 'Bohemian', 'Vintage', 'Modern', 'Classic')
    then style else 'Other' end`,
  occasion: `case when event_type in
    ('Wedding', 'Party', 'Business', 'Date Night', 'Vacation', 'Special Occasion')
    then event_type else 'Other' end`,
  category: 'category_or_named(i.category, title)',
  colour: 'colour_or_named(i.colour, title)',
  fabric: 'i.fabric',
  sleeves: 'i.sleeves',
  hemline: 'i.hemline',
  neckline: 'i.neckline',
  brand: 'i.brand_id::text',
  city: `case when p.city is null then 'Location not specified' else p.city || ', ' || p.state end`,
} as const

/** SQL: the miles between a closet and a point; null for a place that is not known. */
function milesFrom(origin: Point | null): string {
  if (!origin) return ''
  const places = ['12866', '10001', 'Albany, NY', 'Troy, NY'].map((place) => {
    const point = pointOfPlace(place)
    if (!point) throw new Error(`${place} has no point`)
    return `when '${place}' then ${milesBetween(origin, point)}`
  })
  return `(case coalesce(p.zip, p.city || ', ' || p.state) ${places.join(' ')} end)`
}

/** SQL: whether a closet delivers to a point; null where nobody knows. */
function deliversTo(here: Point): string {
  return `(p.delivers and ${milesFrom(here)} <=
    case p.driving_distance when '5 miles' then 5 when '15 miles' then 15
      when '30+ miles' then 50 else 30 end)`
}

/** SQL: whether the odds of a fit are at least 3 in 4, from all answers to those of the item. */
function likelyToFit(
  { size, factors }: LikelyInSize,
  parameter: (value: unknown) => string,
): string {
  const answers = ['small', 'true_to_size', 'large']
  const total = (of: string) => answers.map((answer) => `coalesce(${of}.${answer}, 0)`).join(' + ')
  const sums = answers.map((answer) => `coalesce(sum(${answer}), 0)::float as ${answer}`).join(', ')
  const odds = (answer: string) =>
    ['category', 'alike', 'r'].reduce(
      (wider, of) => `((coalesce(${of}.${answer}, 0) + 20 * ${wider}) / (${total(of)} + 20))`,
      `((everything.${answer} + 1) / (${total('everything')} + 3))`,
    )
  const weighed = {
    small: `${odds('small')} * ${parameter(factors.small)}::float`,
    true: `${odds('true_to_size')} * ${parameter(factors.true)}::float`,
    large: `${odds('large')} * ${parameter(factors.large)}::float`,
  }
  const ofCategory = `f.size = ${columns.size} and f.category is not distinct from ${columns.category}`
  return `(${columns.size} = ${parameter(size)} and (
    select ${total('category')} + ${total('r')} >= 3
      and ${weighed.true} / (${Object.values(weighed).join(' + ')}) >= 0.75
    from (select ${sums} from fit_answers) everything,
      (select ${sums} from fit_answers f where ${ofCategory}) category,
      (select ${sums} from fit_answers f where ${ofCategory} and f.brand_id = i.brand_id) alike))`
}

export type Expected = {
  readonly id: string
  /** Whether a request of the person who searches is accepted at once. */
  readonly instant: boolean
  readonly price: number
  readonly values: Readonly<Record<string, string | null>>
}

/** Everything that a search must find, in order. */
export async function expectedItems(
  pool: pg.Pool,
  query: SearchQuery,
  today: CalendarDate,
): Promise<Expected[]> {
  const given: unknown[] = []
  const parameter = (value: unknown) => `$${given.push(value)}`
  const conditions = facets
    .filter((facet) => query[facet].length > 0)
    .map((facet) => `${columns[facet]} = any(${parameter(query[facet])}::text[])`)
  if (query.maxPrice !== null)
    conditions.push(`credits_per_day * 7 <= ${parameter(query.maxPrice)}`)
  if (query.minPrice !== null)
    conditions.push(`credits_per_day * 7 >= ${parameter(query.minPrice)}`)
  for (const { facet, value } of query.not)
    conditions.push(`${columns[facet]} is distinct from ${parameter(value)}`)
  const doc = `setweight(to_tsvector('english', search_text(title)), 'A')
    || setweight(to_tsvector('english', search_text(coalesce(b.name, '') || ' ' || coalesce(colour, '') || ' ' || coalesce(fabric, '') || ' '
      || concat_ws(' ', sleeves, hemline, neckline, category))), 'B')
    || setweight(to_tsvector('english', search_text(i.description)), 'C')`
  const words =
    query.q === '' ? null : `websearch_to_tsquery('english', search_text(${parameter(query.q)}))`
  if (words) conditions.push(`(${doc}) @@ ${words}`)
  if (query.start && query.end) {
    const [start, end, day] = [query.start, query.end, today].map(parameter)
    conditions.push(`check_item_availability(i.id, ${start}, ${end}, ${day})
      and ${start}::date - ${day}::date >= p.notice_days`)
  }
  if (query.fit) {
    const least = "case m.stretch when 'much' then -8 when 'some' then -2 else 2 end"
    const points = (['bust', 'waist', 'hips'] as const).flatMap((point) => {
      const own = query.fit?.[`${point}Cm`] ?? null
      return own === null ? [] : [`m.${point}_cm - ${parameter(own)}::int`]
    })
    const isCompared = points.length > 0 ? `coalesce(${points.join(', ')}) is not null` : 'false'
    const measured = points.map((ease) => `(${ease} between ${least} and 10 or ${ease} is null)`)
    const likely = query.fit.inSize ? likelyToFit(query.fit.inSize, parameter) : 'false'
    conditions.push(
      `case when ${isCompared} then ${['true', ...measured].join(' and ')} else ${likely} end`,
    )
  }
  const accepts = query.renter?.hasCompleted ? "in ('everybody', 'returning')" : "= 'everybody'"
  const isOffered = query.here
    ? `(p.ships or p.offers_pickup or ${deliversTo(query.here)} is not false)`
    : 'true'
  const instant = `(p.accepts_automatically ${accepts} and ${isOffered})`
  if (query.instant) conditions.push(instant)
  const miles = milesFrom(originOf(query))
  if (query.near !== null) conditions.push(`${miles} <= ${query.within ?? 25}`)
  if (query.reach && query.here) conditions.push(`(p.ships or ${deliversTo(query.here)})`)
  const fits = `(coalesce(r.true_to_size, 0) + 14.0::float)
    / (coalesce(r.small + r.true_to_size + r.large, 0) + 20)`
  const order = {
    newest: '',
    distance: miles && `coalesce(case when ${miles} < 1 then 0 else round(${miles}) end, 99999),`,
    price: 'credits_per_day,',
    relevance: words ? `(ts_rank(${doc}, ${words}) * ${fits})::real desc,` : '',
  }[query.sort]
  const values = facets.map((facet) => `'${facet}', ${columns[facet]}`).join(', ')
  const { rows } = await pool.query<Expected>(
    `select i.id, credits_per_day * 7 as price, ${instant} as instant, json_build_object(${values}) as values
     from clothing_items i join user_profiles p on p.id = i.business_id
     left join brands b on b.id = i.brand_id and b.is_active
     left join item_measurements m on m.item_id = i.id
     left join item_rating_sums r on r.item_id = i.id
     where approval_status = 'approved' and available and not paused and i.deleted_at is null
       and p.business_status = 'approved' and ${['true', ...conditions].join(' and ')}
     order by ${order} i.created_at desc, i.id desc`,
    given,
  )
  return rows
}
