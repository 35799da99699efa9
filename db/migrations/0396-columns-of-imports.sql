-- A closet says what the columns of another shop's file are before its rows are checked.
alter table listing_imports add column file_columns jsonb not null default '[]';
-- And what new items get that the file does not say.
alter table listing_imports add column column_defaults jsonb not null default '{}';
-- Rows of the file that are part of the items of other rows, such as further photos.
alter table listing_imports add column joined_rows integer not null default 0;
alter table listing_imports add constraint listing_import_joins_rows check (joined_rows >= 0) not valid;
alter table listing_imports drop constraint listing_import_status_is_known;
alter table listing_imports add constraint listing_import_status_is_known check
  (status in ('mapping', 'checking', 'checked', 'importing', 'done', 'discarded')) not valid;
