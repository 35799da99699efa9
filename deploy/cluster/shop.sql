-- Once, as the superuser and not in one transaction: the role of the shop, with the time limits that poolers do not pass on.
create role shop login password '${PASSWORD}';
create database hemline owner shop;
alter role shop set jit = off;
alter role shop set lock_timeout = '3s';
alter role shop set statement_timeout = '20s';
alter role shop set idle_in_transaction_session_timeout = '10s';
