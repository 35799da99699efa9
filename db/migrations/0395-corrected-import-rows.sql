-- A refused row of an import can be corrected; its import counts the bytes of the new cells.
create function change_bytes_of_import_row() returns trigger language plpgsql as $$
begin
  update listing_imports
  set bytes = bytes + octet_length(new.given::text) - octet_length(old.given::text)
  where id = new.import_id;
  return null;
end $$;
create trigger listing_imports_count_changed_bytes after update of given on listing_import_rows
  for each row execute function change_bytes_of_import_row();
