-- Nothing calls these since the application runs their statements itself.
drop function forget_words(text, integer);
drop function rest_presence(bigint[], interval);
drop function show_presence(interval, integer);
