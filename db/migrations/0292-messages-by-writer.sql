-- no transaction
-- For what one account has written within 30 days.
create index concurrently messages_by_writer on messages (writer_id, written_at);
