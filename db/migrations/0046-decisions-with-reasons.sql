-- Why something was turned down: whoever it belongs to reads it.
alter table clothing_items
  add column denial_reason text,
  add constraint denial_reason_is_short check (char_length(denial_reason) <= 1000);
alter table business_applications
  add column denial_reason text,
  add constraint denial_reason_is_short check (char_length(denial_reason) <= 1000);

-- An account that an admin has closed: it cannot be signed in to.
alter table user_profiles
  add column blocked_at timestamptz,
  add column blocked_reason text,
  add constraint block_has_a_reason check
    ((blocked_at is null) = (blocked_reason is null) and char_length(blocked_reason) <= 1000);

-- A brand is listed once, whatever the case and the blanks around its name. Of those that are
-- listed more often already, the later ones get a number.
do $$
declare
  n int := 2;
begin
  loop
    update brands set name = left(btrim(name), 70) || ' (' || n || ')'
    where id in (
      select id from (
        select id, row_number() over (partition by lower(btrim(name)) order by created_at, id) as place
        from brands
      ) numbered where place = 2
    );
    exit when not found;
    n := n + 1;
  end loop;
end $$;
create unique index brand_is_listed_once on brands (lower(btrim(name)));
