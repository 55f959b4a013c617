-- The words of openings stand among those of their threads; writing them down a second time took time from every reply.
-- The table stays for a program that is one version older.
drop trigger messages_words_added on messages;
drop trigger messages_words_changed on messages;
drop function add_message_words();
drop function change_message_words();
