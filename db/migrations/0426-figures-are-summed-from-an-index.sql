-- no transaction
-- The overview sums thirty days of some figures: their amounts are beside them, not one a page of the table.
create index concurrently figures_to_sum on figures (name, period) include (amount);
