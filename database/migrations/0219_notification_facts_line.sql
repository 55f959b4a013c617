-- contract
-- notification_facts_reader serves all that it did.
drop index notification_facts_line;
