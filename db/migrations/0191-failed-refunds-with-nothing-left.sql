-- Of a failed refund, a dispute, a claim or spent credits can have taken everything since. Counts and the
-- list of failed refunds worked out what is left of each that was not retried. A job marks those of which
-- nothing is left, and checks them again: a cancelled rental restores credits.
alter table refunds add column has_nothing_left boolean not null default false;
