-- Items number $1 to $2 - 1.
insert into clothing_items (id, business_id, title, description, size, style, event_type, category,
  colour, credits_per_day, approval_status, available, advance_booking, created_at, updated_at,
  lister_in_good_standing, location, reach,
  category_group, colour_group)
select bench_seed.item(i), bench_seed.person(bench_seed.closet_of(i, p.closets)),
  (array['Silk', 'Velvet', 'Linen', 'Lace'])[1 + i % 4] || ' ' ||
    (array['gown', 'blazer', 'wrap dress', 'jumpsuit', 'skirt'])[1 + i % 5] || ' ' || i,
  'Lined, falls below the knee, with a cut that moves.',
  (array['XS', 'S', 'M', 'L', 'XL', 'XXL'])[1 + i % 6],
  (array['Casual', 'Formal', 'Bohemian', 'Vintage', 'Modern', 'Classic', 'Boho'])[1 + i % 7],
  (array['Wedding', 'Party', 'Business', 'Date Night', 'Vacation', 'Special Occasion'])[1 + i / 6 % 6],
  (array['Gown', 'Jacket', 'Dress', 'Jumpsuit', 'Skirt'])[1 + i % 5],
  (array['Black', 'White', 'Red', 'Green', 'Blue', 'Gold', 'Multi', null])[1 + i % 11 % 8],
  bench_seed.price_of(i), 'approved', i % 10 = 0 or l.item_id is null, i % 10 = 0,
  bench_seed.joined(i), bench_seed.joined(i), true,
  'City ' || bench_seed.closet_of(i, p.closets) % 40 || ', NY', lister_reach(lister),
  (array['Gown', 'Jacket', 'Dress', 'Jumpsuit', 'Skirt'])[1 + i % 5],
  (array['Black', 'White', 'Red', 'Green', 'Blue', 'Gold', 'Multi', null])[1 + i % 11 % 8]
from bench_seed.plan p
cross join generate_series($1::bigint, $2::bigint - 1) i
join user_profiles lister on lister.id = bench_seed.person(bench_seed.closet_of(i, p.closets))
left join bench_seed.live l on l.item_id = bench_seed.item(i)
