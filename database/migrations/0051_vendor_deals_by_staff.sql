-- Who wrote what a vendor offers, and when.
alter table vendor_deals add column updated_at timestamptz;
alter table vendor_deals add column updated_by bigint references users;
