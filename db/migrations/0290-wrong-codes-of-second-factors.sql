-- Wrong codes since the last right one, and how often they locked the second step since then.
alter table auth_two_factors
  add column wrong_codes integer not null default 0,
  add column locks integer not null default 0;
