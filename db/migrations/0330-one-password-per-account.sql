-- no transaction
-- A way to sign in belongs to one account: the password of an account has the account's own id.
create unique index concurrently sign_in_method_belongs_to_one_account
  on auth_accounts (provider_id, account_id);
