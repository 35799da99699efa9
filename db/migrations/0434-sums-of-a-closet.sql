-- no transaction
-- What a closet was owed is added up from this index alone.
create index concurrently sums_of_a_closet on closet_totals (owner_id, period) include (name, amount)
  where name in ('rentals', 'withheld_deposits', 'corrected', 'paid');
