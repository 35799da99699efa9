-- An order pays for several pieces, and holds a period for each.
alter table rental_checkouts drop constraint rental_checkouts_pkey;
alter table rental_checkouts add constraint rental_checkouts_pkey primary key using index piece_of_order_once;
drop index one_open_rental_checkout_per_shopper;
drop index order_holds_one_period;
drop index shopper_holds_one_period;
