-- The terms of renewal that stood beside the button with which a plan was ordered.
alter table checkout_orders add column renewal_terms text;
