-- Staff find accounts by parts of a name, a company or an address.
create index concurrently users_account_words on users
  using gin (account_words(name, company_name, email, secondary_email) gin_trgm_ops);
