-- Companies by the words of their name.
create index concurrently companies_name_words on companies using gin (to_tsvector('simple', plain_words(name)));
