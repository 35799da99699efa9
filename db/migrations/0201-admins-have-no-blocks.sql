-- Hemline's team cannot be blocked and blocks nobody, but a block from before somebody became an admin
-- stayed, and nobody could end it.
create function remove_blocks_of_admin() returns trigger language plpgsql as $$
begin
  -- Waits for blocks that are being stored: their foreign keys lock the account.
  perform from user_profiles where id = new.id for update;
  delete from blocks where blocker_id = new.id or blocked_id = new.id;
  return null;
end $$;
create trigger admins_have_no_blocks after update of account_type on user_profiles
  for each row when (new.account_type = 'admin' and old.account_type <> 'admin')
  execute function remove_blocks_of_admin();

delete from blocks where blocker_id in (select id from user_profiles where account_type = 'admin');
delete from blocks where blocked_id in (select id from user_profiles where account_type = 'admin');
