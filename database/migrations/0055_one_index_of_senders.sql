-- messages_of_sender answers what it did.
drop index messages_sender;
