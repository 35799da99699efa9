-- Closets are reminded of setting up payouts for a year, counted from their first reminder: a shop can
-- set up Connect long after the first earnings.

alter table payout_reminders add column first_reminded_on date;
update payout_reminders set first_reminded_on = reminded_on;
alter table payout_reminders alter column first_reminded_on set not null;
