-- no transaction
-- With the numbers that a piece can have, an order has 20 pieces at most.
create unique index concurrently pieces_of_order_are_numbered on rental_checkouts (order_id, pieces_after);
