-- So that attaching the partition does not have to read it.
alter table audit_log validate constraint audit_log_ends;
