alter table images drop constraint image_use_is_known;
alter table images add constraint image_use_is_known check (use in ('item', 'outfit', 'logo', 'founder',
  'section', 'handover', 'appeal', 'message', 'rating', 'return_request', 'support', 'closet')) not valid;
