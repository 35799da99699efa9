-- What renters tell us about one of their rentals is shown with it.

alter table feedback
  add column rental_id uuid references rentals (id) on delete set null;

create index feedback_of_rental on feedback (rental_id, created_at);
