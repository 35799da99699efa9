-- Who has left no longer counts as a new person.
create function figures_of_person(p user_profiles)
returns table (name text, period timestamptz, amount bigint) language sql immutable as $$
  select 'people_new', quarter_hour(p.created_at), 1::bigint
  where p.created_at is not null and p.deleted_at is null
$$;
create function add_figures_of_person() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_person(old)
    union all
    select name, period, amount from figures_of_person(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger people_are_in_figures
  after insert or delete or update of created_at, deleted_at
  on user_profiles for each row execute function add_figures_of_person();
