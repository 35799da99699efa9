-- no transaction
-- Images whose files still have to be moved. Empty once the job has run.
create index concurrently images_to_hide on images (id)
  where not is_private
    and use in ('outfit', 'handover', 'appeal', 'message', 'return_request');
