-- small tables: legal_pages
-- What a version changes, from when it applies (empty: from its publication), and whether it is
-- still a draft that no lawyer has checked. The texts that come with Hemline are drafts in any case.
alter table legal_pages add column summary text not null default '';
alter table legal_pages add column applies_from timestamptz;
alter table legal_pages add column is_draft boolean not null default false;
alter table legal_pages
  add constraint legal_summary_is_short check (char_length(summary) <= 500);
alter table legal_pages
  add constraint legal_text_applies_after_publication check (applies_from >= published_at);
