import type pg from 'pg'

/**
 * Fills an empty database with closets and items, spread over every group like a real catalogue.
 * Plain SQL inserts a million items in a minute. Returns some ids of public items.
 */
export async function fillCatalogue(pool: pg.Pool, items: number): Promise<string[]> {
  const closets = Math.max(5, Math.round(items / 200))
  // A text index takes far longer to build row by row than all at once.
  await pool.query(`
    alter table clothing_items disable trigger item_takes_after_its_lister;
    alter table clothing_items disable trigger new_items_are_found;
    drop index item_search_doc`)
  await pool.query(
    `insert into user_profiles
       (id, full_name, email, email_verified, account_type, business_status, city, state,
       zip, driving_distance, offers_pickup, ships)
     select gen_random_uuid(), 'Closet ' || n, 'closet-' || n || '@bench.test', true,
       'business', 'approved', 'City ' || n % 40, 'NY',
       (array['10001', '10463', '11201', '11530', '10701', '07030', '06901', '12207', '02116',
         '02139', '01608', '19103', '15222', '60601', '78701', '94103', '90012', '98101', '33131',
         '80202'])[1 + n % 20],
       (array['5 miles', '10 miles', '15 miles', '20 miles', '30+ miles'])[1 + n % 7 % 5],
       n % 3 = 0, n % 11 = 0
     from generate_series(1, $1::int) n`,
    [closets],
  )
  await pool.query(
    `with closet as (
       select id, row_number() over (order by id) - 1 as n, lister_location(p) as location,
         lister_reach(p) as reach
       from user_profiles p where account_type = 'business'
     )
     insert into clothing_items (id, business_id, title, description, size, style, event_type,
       category, colour, credits_per_day, approval_status, created_at, updated_at, lister_in_good_standing, location,
       reach)
     select gen_random_uuid(), c.id,
       (array['Silk', 'Velvet', 'Linen', 'Lace'])[1 + i % 4] || ' ' ||
         (array['gown', 'blazer', 'wrap dress', 'jumpsuit', 'skirt'])[1 + i % 5] || ' ' || i,
       'Lined, falls below the knee, with a cut that moves.',
       (array['XS', 'S', 'M', 'L', 'XL', 'XXL'])[1 + i % 6],
       (array['Casual', 'Formal', 'Bohemian', 'Vintage', 'Modern', 'Classic', 'Boho'])[1 + i % 7],
       (array['Wedding', 'Party', 'Business', 'Date Night', 'Vacation', 'Special Occasion'])[1 + i % 6],
       (array['Gown', 'Jacket', 'Dress', 'Jumpsuit', 'Skirt'])[1 + i % 5],
       (array['Black', 'White', 'Red', 'Green', 'Blue', 'Gold', 'Multi', null])[1 + i % 11 % 8],
       1 + i % 9, 'approved', now() - i * interval '37 seconds', now(), true, c.location,
       c.reach
     from generate_series(1, $1::int) i
     join closet c on c.n = i % $2::int`,
    [items, closets],
  )
  await pool.query(`
    alter table clothing_items enable trigger item_takes_after_its_lister;
    alter table clothing_items enable trigger new_items_are_found;
    insert into item_search select i.id, search_document(i) from clothing_items i;
    create index item_search_doc on item_search using gin (doc) with (gin_pending_list_limit = 512)`)
  await fillCalendars(pool)
  await pool.query(
    `with folded as (delete from listed_count_deltas returning kind, value, delta)
     insert into listed_count_deltas select kind, value, sum(delta)::int from folded group by 1, 2`,
  )
  // A shop adds its items one by one, and has no space left by a row for each.
  await pool.query('vacuum full listed_count_deltas')
  await pool.query('vacuum analyze')
  const { rows } = await pool.query<{ id: string }>(
    `select id from clothing_items where is_public order by created_at desc limit 200`,
  )
  return rows.map(({ id }) => id)
}

/** Adds three booked periods to every tenth item, which takes advance bookings. */
async function fillCalendars(pool: pg.Pool): Promise<void> {
  await pool.query(`
    insert into user_profiles (id, full_name, email)
      values ('00000000-0000-7000-8000-000000000001', 'Renter', 'renter@bench.test');
    alter table clothing_items disable trigger user;
    update clothing_items set advance_booking = true where mod(hashtext(id::text), 10) = 0;
    alter table clothing_items enable trigger user;
    alter table rentals disable trigger user;
    insert into rentals (id, request_key, renter_id, owner_id, item_id, start_date, end_date, total_days,
        credits_per_day, total_credits, created_at, answer_by, exclusive)
      select gen_random_uuid(), gen_random_uuid(), '00000000-0000-7000-8000-000000000001', business_id, id,
        current_date + 14 * slot, current_date + 14 * slot + 6, 7, 0, 0, now(), now() + interval '1 day', false
      from clothing_items, generate_series(1, 3) slot where advance_booking;
    alter table rentals enable trigger user;
    insert into booked_periods (item_id, period, rental_id)
      select item_id, daterange(start_date, end_date, '[]'), id from rentals`)
}

/** The home page of a customized shop: a hero, two carousels and counters. */
export async function fillHomePage(pool: pg.Pool): Promise<void> {
  await pool.query(
    `insert into home_sections (id, section_type, order_index, title, subtitle, content) values
      (gen_random_uuid(), 'hero', 1, 'Rent designer fashion', 'For every occasion', '{}'),
      (gen_random_uuid(), 'carousel', 2, 'New in', null,
        '{"filter_type": "latest", "filter_value": "all", "limit": 8}'),
      (gen_random_uuid(), 'carousel', 3, 'For the wedding', null,
        '{"filter_type": "occasion", "filter_value": "Wedding", "limit": 8}')`,
  )
}
