import type pg from 'pg'

/**
 * Fills an empty database with closets and items, spread over every group like a real catalogue.
 * Plain SQL inserts a million items in a minute. Returns some ids of public items.
 */
export async function fillCatalogue(pool: pg.Pool, items: number): Promise<string[]> {
  const closets = Math.max(5, Math.round(items / 200))
  await pool.query(`alter table clothing_items disable trigger item_takes_after_its_lister`)
  await pool.query(
    `insert into user_profiles
       (id, full_name, email, email_verified, account_type, business_status, city, state)
     select gen_random_uuid(), 'Closet ' || n, 'closet-' || n || '@bench.test', true,
       'business', 'approved', 'City ' || n % 40, 'NY'
     from generate_series(1, $1::int) n`,
    [closets],
  )
  await pool.query(
    `with closet as (
       select id, row_number() over (order by id) - 1 as n, lister_location(p) as location
       from user_profiles p where account_type = 'business'
     )
     insert into clothing_items (id, business_id, title, description, size, style, event_type,
       credits_per_day, approval_status, created_at, updated_at, lister_in_good_standing, location)
     select gen_random_uuid(), c.id,
       (array['Silk', 'Velvet', 'Linen', 'Lace'])[1 + i % 4] || ' ' ||
         (array['gown', 'blazer', 'wrap dress', 'jumpsuit', 'skirt'])[1 + i % 5] || ' ' || i,
       'Lined, falls below the knee, with a cut that moves.',
       (array['XS', 'S', 'M', 'L', 'XL', 'XXL'])[1 + i % 6],
       (array['Casual', 'Formal', 'Bohemian', 'Vintage', 'Modern', 'Classic', 'Boho'])[1 + i % 7],
       (array['Wedding', 'Party', 'Business', 'Date Night', 'Vacation', 'Special Occasion'])[1 + i % 6],
       1 + i % 9, 'approved', now() - i * interval '37 seconds', now(), true, c.location
     from generate_series(1, $1::int) i
     join closet c on c.n = i % $2::int`,
    [items, closets],
  )
  await pool.query(`alter table clothing_items enable trigger item_takes_after_its_lister`)
  await pool.query(
    `with folded as (delete from listed_count_deltas returning kind, value, delta)
     insert into listed_count_deltas select kind, value, sum(delta)::int from folded group by 1, 2`,
  )
  await pool.query('vacuum analyze')
  const { rows } = await pool.query<{ id: string }>(
    `select id from clothing_items where is_public order by created_at desc limit 200`,
  )
  return rows.map(({ id }) => id)
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
