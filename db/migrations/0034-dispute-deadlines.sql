-- Until when evidence can be sent to the payment provider; null where it names no date.
alter table disputes add column evidence_due_at timestamptz;
create index disputes_by_deadline on disputes (evidence_due_at, id) where status = 'open';
