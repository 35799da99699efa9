-- The terms of renewal that stood beside the button with which a plan was changed to a yearly one.
create table plan_upgrades (
  subscription_id uuid not null references credit_subscriptions (id),
  -- Which change of the plan it was; one that is sent again is the same.
  plan_change integer not null,
  renewal_terms text not null,
  agreed_at timestamptz not null,
  constraint terms_of_an_upgrade_are_stored_once primary key (subscription_id, plan_change)
);
