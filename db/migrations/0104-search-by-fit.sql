-- The search for what should fit: one word of an item's document for each body that it fits at bust,
-- waist or hips, in whole centimetres, as size profiles are. The same rule is in
-- domain/accounts/sizes/should-fit.ts. An item without any of the three has no such word.
create function fit_filters(item_measurements) returns text[] language sql immutable as $$
  select coalesce(array_agg(word), '{}')
  from (values ('bust', $1.bust_cm), ('waist', $1.waist_cm), ('hips', $1.hips_cm)) as p (point, cm)
  cross join lateral (
    select format('m:%s:any', point) as word where cm is null
    union all
    select format('m:%s:%s', point, body)
    from generate_series(greatest(40, ceil(cm - 10)::integer),
      least(200, floor(cm - case $1.stretch when 'much' then -8 when 'some' then -2 else 2 end)::integer))
      as body
    where cm is not null
  ) words
  where num_nonnulls($1.bust_cm, $1.waist_cm, $1.hips_cm) > 0
$$;

create or replace function search_document(item clothing_items) returns tsvector
  language sql stable as $$
  select setweight(to_tsvector('english', item.title), 'A')
    || setweight(to_tsvector('english', concat_ws(' ', b.name, item.colour, item.category)), 'B')
    || setweight(to_tsvector('english', item.description), 'C')
    || array_to_tsvector(search_filters(item))
    || array_to_tsvector(coalesce(fit_filters(m), '{}'))
  from (select) one
  left join brands b on b.id = item.brand_id and b.is_active
  left join item_measurements m on m.item_id = item.id
$$;

-- Behind the lock of the item, which every change of its measurements takes.
create function index_measured_item() returns trigger language plpgsql as $$
begin
  update item_search s set doc = search_document(i)
  from clothing_items i
  where i.id = coalesce(new.item_id, old.item_id) and s.item_id = i.id;
  return null;
end $$;
create trigger measured_items_are_found after insert or update or delete on item_measurements
  for each row execute function index_measured_item();

alter view invariant_violations rename to invariant_violations_before_fit;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_fit
  union all
  select 'search finds every item by whom it should fit', s.item_id::text, m.item_id::text
  from item_search s left join item_measurements m on m.item_id = s.item_id
  where coalesce((select array_agg(word order by word collate "C") from unnest(fit_filters(m)) word), '{}')
    <> array(select lexeme from unnest(tsvector_to_array(s.doc)) lexeme
      where starts_with(lexeme, 'm:') order by lexeme collate "C");
