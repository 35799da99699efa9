-- no transaction
create index concurrently proposals_by_answer_time on rentals (proposal_answer_by, id)
  where proposal_answer_by is not null;
create index concurrently proposed_periods on booked_periods (proposed_by) where proposed_by is not null;
-- Proposals to answer, in the order of the other tasks: of all closets, and of one.
create index concurrently proposals_by_day on rentals (
  (case when status in ('pending', 'confirmed') then start_date else end_date end), id)
  where proposed_at is not null;
create index concurrently proposals_of_closet_by_day on rentals (owner_id,
  (case when status in ('pending', 'confirmed') then start_date else end_date end), id)
  where proposed_at is not null;
