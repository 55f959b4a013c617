-- For the sign-ins that end with an identity.
create index concurrently sign_in_confirmations_identity on sign_in_confirmations (identity_id)
  where identity_id is not null;
