-- What staff did to one account or another thing.
create index concurrently staff_acts_item on staff_acts (item_id, id desc) where item_id is not null;
