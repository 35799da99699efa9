-- The figures of the overview, by the quarter of an hour: months of every time zone and the last thirty
-- days are sums of these, and no page adds up the rows of a month. They are kept as running totals are,
-- as of 0148: a trigger adds a change in the transaction that makes it, and a job adds changes to
-- figures. Each table gets its trigger in a migration of its own, and 0185 sets what they hold.
create table figures (
  name text not null,
  period timestamptz not null,
  amount bigint not null,
  constraint figure_is_known check (name in ('rentals_new', 'people_new', 'credits_sold',
    'credits_spent', 'income_packs', 'income_gifts', 'income_plans', 'income_refunds', 'deposits_paid',
    'deposits_returned')),
  constraint figure_is_stored_once primary key (name, period)
);
create index figures_of_0 on figures (name) where amount = 0;
create table figure_changes (
  name text not null,
  period timestamptz not null,
  amount bigint not null,
  constraint changed_figure_is_known check (name in ('rentals_new', 'people_new', 'credits_sold',
    'credits_spent', 'income_packs', 'income_gifts', 'income_plans', 'income_refunds', 'deposits_paid',
    'deposits_returned')),
  constraint change_of_a_figure_changes_it check (amount <> 0)
);
alter table figure_changes
  set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

create view figure_amounts as
  select name, period, amount from figures
  union all
  select name, period, amount from figure_changes;
