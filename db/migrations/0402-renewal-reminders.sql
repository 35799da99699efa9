-- Emails to subscribers that their plan renews: for which payment, and the day on which each was sent.
create table renewal_reminders (
  subscription_id uuid not null references credit_subscriptions (id),
  product_type text not null,
  renews_at timestamptz not null,
  sent_on date not null,
  constraint renewal_is_announced_once primary key (subscription_id, product_type, renews_at),
  constraint announced_product_is_known check
    (product_type in ('subscription_monthly', 'subscription_annual'))
);
