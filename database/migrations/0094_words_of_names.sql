-- Members by the words of their name and company.
create index concurrently users_name_words on users using gin (to_tsvector('simple', plain_words(name || ' ' || coalesce(company_name, ''))));
