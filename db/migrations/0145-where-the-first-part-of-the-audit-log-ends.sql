-- All lines so far, and those of this month and the next one, will be the first partition: nothing is
-- rewritten, and processes of the previous version go on writing meanwhile.
do $$
declare
  ends date := date_trunc('month', greatest(now(), (select max(at) from audit_log)) at time zone 'UTC')
    + interval '2 months';
begin
  execute format('alter table audit_log add constraint audit_log_ends check (at < %L) not valid',
    ends || ' 00:00:00+00');
end $$;
