-- An issued invoice is kept, or its number would be missing from the series: what it belongs to cannot be deleted.
alter table invoices
  drop constraint invoices_subscription_id_fkey,
  add constraint invoices_subscription_id_fkey foreign key (subscription_id) references subscriptions;
create function refuse_invoice_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'invoice % is issued and is not deleted', old.number;
end $$;
create trigger invoices_kept before delete on invoices for each row execute function refuse_invoice_deletion();
