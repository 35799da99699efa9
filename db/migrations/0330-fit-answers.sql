-- How earlier wearers found items fit, by brand, category and size: counted each night from the sums of
-- reviews, for the odds that other items fit.

create table fit_answers (
  category text,
  size text not null,
  brand_id uuid references brands (id) on delete cascade,
  small integer not null,
  true_to_size integer not null,
  large integer not null,
  constraint fit_answers_are_counted check (least(small, true_to_size, large) >= 0)
);
create unique index one_row_of_fit_answers on fit_answers (category, size, brand_id) nulls not distinct;
create index fit_answers_by_brand on fit_answers (brand_id);
