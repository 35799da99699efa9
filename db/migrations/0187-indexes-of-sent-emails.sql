-- no transaction
create index concurrently mail_outbox_sent_newest_first on mail_outbox (created_at desc, id desc)
  where sent_at is not null;
-- Emails to closed accounts are deleted sooner than others.
create index concurrently mail_outbox_farewells on mail_outbox (sent_at)
  where sent_at is not null and template = 'farewell';
