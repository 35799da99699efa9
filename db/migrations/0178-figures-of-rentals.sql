-- Each rental counts in the quarter of an hour in which it was requested.
create function figures_of_rental(r rentals)
returns table (name text, period timestamptz, amount bigint) language sql immutable as $$
  select 'rentals_new', quarter_hour(r.created_at), 1::bigint where r.created_at is not null
$$;
create function add_figures_of_rental() returns trigger language plpgsql as $$
begin
  insert into figure_changes (name, period, amount)
  select f.name, f.period, sum(f.amount)
  from (
    select name, period, -amount as amount from figures_of_rental(old)
    union all
    select name, period, amount from figures_of_rental(new)
  ) f
  group by 1, 2 having sum(f.amount) <> 0;
  return null;
end $$;
create trigger rentals_are_in_figures
  after insert or delete or update of created_at
  on rentals for each row execute function add_figures_of_rental();
