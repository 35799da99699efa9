-- Images that only some people may see (messages, condition reports, appeals, return requests,
-- applications) are stored where `/images/:id` does not look. A job moves the files of older ones.
alter table images add column is_private boolean not null default false;
