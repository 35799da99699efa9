-- What admins browse beside the public items: a small share of the catalogue, in the same orders.
create index unapproved_items_by_style on clothing_items (style_group, created_at desc, id desc)
  where approval_status <> 'approved' and available and not paused and deleted_at is null;
create index unapproved_items_by_occasion on clothing_items
  (occasion_group, created_at desc, id desc)
  where approval_status <> 'approved' and available and not paused and deleted_at is null;
create index unapproved_items_by_size on clothing_items (size_group, created_at desc, id desc)
  where approval_status <> 'approved' and available and not paused and deleted_at is null;
create index unapproved_items_by_location on clothing_items
  (location_group collate "C", created_at desc, id desc)
  where approval_status <> 'approved' and available and not paused and deleted_at is null;

-- Carousels of one brand, or of all brands in turn.
create index public_items_by_brand on clothing_items (brand_id, created_at desc, id desc)
  where is_public and brand_id is not null;

-- Rentals that were not cancelled, for the home page's counter: a count is sum(delta), as with
-- the listed items, so that nobody counts all rentals to show one number.
create table rental_count_deltas (
  delta integer not null
);

create function count_rental() returns trigger language plpgsql as $$
declare change integer := 0;
begin
  if tg_op <> 'INSERT' and old.status <> 'cancelled' then change := change - 1; end if;
  if tg_op <> 'DELETE' and new.status <> 'cancelled' then change := change + 1; end if;
  if change <> 0 then insert into rental_count_deltas values (change); end if;
  return null;
end $$;
create trigger rentals_are_counted after insert or update of status or delete on rentals
  for each row execute function count_rental();
insert into rental_count_deltas select count(*) from rentals where status <> 'cancelled';

alter view invariant_violations rename to invariant_violations_of_the_books;
create view invariant_violations as
  select promise, subject, detail from invariant_violations_of_the_books
  union all
  select 'the count of rentals is exact', 'rentals', format('counted %s, are %s', counted, are)
  from (select coalesce(sum(delta), 0) as counted from rental_count_deltas) c,
    (select count(*) as are from rentals where status <> 'cancelled') r
  where counted <> are;
