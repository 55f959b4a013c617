-- A retired entry of a list is no longer offered. What uses it keeps it.
alter table areas_of_expertise add column retired_at timestamptz;
alter table areas_of_responsibility add column retired_at timestamptz;
alter table additional_areas add column retired_at timestamptz;
alter table business_models add column retired_at timestamptz;
alter table business_types add column retired_at timestamptz;
alter table chapters add column retired_at timestamptz;
alter table companies add column retired_at timestamptz;
alter table company_types add column retired_at timestamptz;
alter table employment_statuses add column retired_at timestamptz;
alter table event_categories add column retired_at timestamptz;
alter table geographies add column retired_at timestamptz;
alter table industries add column retired_at timestamptz;
alter table industry_groups add column retired_at timestamptz;
alter table interests add column retired_at timestamptz;
alter table law_firms add column retired_at timestamptz;
alter table law_schools add column retired_at timestamptz;
alter table locations add column retired_at timestamptz;
