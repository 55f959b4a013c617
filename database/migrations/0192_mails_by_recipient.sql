-- Staff look up what was sent to an address.
create index concurrently outgoing_mails_to on outgoing_mails ("to", id desc);
