-- no transaction
create index concurrently proposals_by_answer_time on rentals (proposal_answer_by, id)
  where proposal_answer_by is not null;
create index concurrently proposed_periods on booked_periods (proposed_by) where proposed_by is not null;
