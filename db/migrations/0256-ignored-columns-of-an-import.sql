-- The columns of a listings file that are not read, each with an example, so that its closet sees them
-- before it imports the file.
alter table listing_imports add column ignored_columns jsonb not null default '[]';
