-- Lines of one kind of thing and one action. Databases of an earlier day may have it.
create index if not exists audit_log_by_noun_and_action on audit_log (noun, action, at desc, id desc);
