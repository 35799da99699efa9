-- Whole numbers that admins change. Items of a high replacement value are for shoppers with enough
-- completed rentals; the credits of a gift last a number of months.
create table platform_numbers (
  setting_key text primary key,
  setting_value integer not null,
  constraint platform_number_is_known check
    (setting_key in ('high_value_cents', 'high_value_rentals', 'gift_months')),
  constraint high_value_is_1_to_100000_dollars check
    (setting_key <> 'high_value_cents' or setting_value between 100 and 10000000),
  constraint high_value_needs_1_to_100_rentals check
    (setting_key <> 'high_value_rentals' or setting_value between 1 and 100),
  constraint gifts_last_1_to_120_months check
    (setting_key <> 'gift_months' or setting_value between 1 and 120)
);
insert into platform_numbers (setting_key, setting_value) values
  ('high_value_cents', 50000), ('high_value_rentals', 3), ('gift_months', 3);

-- What it costs to replace an item, from its lister; without it the rule does not apply.
alter table clothing_items
  add column replacement_value_cents integer,
  add constraint replacement_value_is_1_to_100000_dollars check
    (replacement_value_cents between 100 and 10000000);
