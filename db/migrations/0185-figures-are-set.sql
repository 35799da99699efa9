-- By how much the figures since the beginning of a quarter of an hour differ from those of the rows.
create function wrong_figures(since timestamptz)
returns table (name text, period timestamptz, difference bigint) language sql stable as $$
  select w.name, w.period, sum(w.amount)::bigint
  from (
    select f.name, f.period, f.amount
    from rentals r cross join lateral figures_of_rental(r) f where r.created_at >= since
    union all
    select f.name, f.period, f.amount
    from user_profiles p cross join lateral figures_of_person(p) f where p.created_at >= since
    union all
    select f.name, f.period, f.amount
    from credit_transactions t cross join lateral figures_of_credits(t) f where t.effective_at >= since
    union all
    select f.name, f.period, f.amount
    from checkout_orders o cross join lateral figures_of_order(o) f where o.paid_at >= since
    union all
    select f.name, f.period, f.amount
    from subscription_coverage c cross join lateral figures_of_coverage(c) f where c.paid_at >= since
    union all
    select f.name, f.period, f.amount
    from refunds r cross join lateral figures_of_refund(r) f where r.finished_at >= since
    union all
    select f.name, f.period, f.amount
    from disputes d cross join lateral figures_of_dispute(d) f where d.closed_at >= since
    union all
    select a.name, a.period, -a.amount from figure_amounts a where a.period >= since
  ) w
  group by 1, 2 having sum(w.amount) <> 0
$$;

-- What pages show, and a month more.
alter view invariant_violations rename to invariant_violations_before_figures;
create view invariant_violations as
  select check_name, subject, detail from invariant_violations_before_figures
  union all
  select 'a figure of the overview is that of its rows',
    concat_ws(' ', name, to_char(period at time zone 'UTC', 'YYYY-MM-DD HH24:MI')),
    format('differs by %s', difference)
  from wrong_figures(date_trunc('day', now(), 'UTC') - interval '7 months');

-- Corrects all totals; exact while others write and while changes are folded, as of 0154.
create or replace function set_running_totals() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('set-running-totals'));
  insert into running_total_changes (name, period, amount)
    select name, period, difference from wrong_totals;
  insert into closet_total_changes (owner_id, name, period, amount)
    select owner_id, name, period, difference from wrong_closet_totals;
  insert into figure_changes (name, period, amount)
    select name, period, difference from wrong_figures('-infinity');
$$;
-- Into the figures at once: there are too many to wait until they are folded.
insert into figures as f (name, period, amount)
  select name, period, difference from wrong_figures('-infinity')
  on conflict (name, period) do update set amount = f.amount + excluded.amount;
