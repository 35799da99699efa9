-- Mail whose links or codes open somebody's account or purse: for its addressee alone.
alter table mail_outbox add column confidential boolean not null default false;
update mail_outbox set confidential = true
  where template in ('welcome', 'verification', 'reset', 'new-email', 'gift-code', 'gift-code-reminder', 'farewell');

-- How many links were just mailed for an account.
create index mail_outbox_resets on mail_outbox (recipient_id, created_at) where template = 'reset';
-- What was sent long ago is swept.
create index mail_outbox_sent on mail_outbox (sent_at) where sent_at is not null;
