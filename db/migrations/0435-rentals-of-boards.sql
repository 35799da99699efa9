-- no transaction
create index concurrently rentals_of_board on rentals (board_id) where board_id is not null;
create index concurrently rental_checkouts_of_board on rental_checkouts (board_id)
  where board_id is not null;
