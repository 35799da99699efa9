-- A failed refund stays as it is when it is retried. Every page for admins counts those that need
-- somebody, and read all that ever failed for it.
alter table refunds add column is_retried boolean not null default false;
create function refund_is_retried() returns trigger language plpgsql as $$
begin
  update refunds set is_retried = true where id = new.retry_of;
  return null;
end $$;
create trigger failed_refund_is_retried after insert on refunds
  for each row when (new.retry_of is not null) execute function refund_is_retried();
update refunds f set is_retried = true
where exists (select from refunds again where again.retry_of = f.id);
