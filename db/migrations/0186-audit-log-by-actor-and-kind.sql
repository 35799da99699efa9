-- no transaction
-- What somebody has done of one kind, newest first, without the rest of what they did.
create index concurrently audit_log_by_actor_and_kind on audit_log
  (actor_id, noun, action, at desc, id desc);
