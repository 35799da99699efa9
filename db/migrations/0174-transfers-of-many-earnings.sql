-- More was payable than one transfer takes: the next one is recorded when this one was made.
alter table transfers add column has_more boolean not null default false;
