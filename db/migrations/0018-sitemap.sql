-- Where each page of the sitemap begins, the oldest items first: a page's items never move to
-- another one, and a request reads one page and counts nothing. A job adds pages.
create table sitemap_pages (
  number integer primary key,
  starts_at timestamptz not null,
  starts_with uuid not null,
  constraint sitemap_page_is_not_the_first check (number > 1)
);
