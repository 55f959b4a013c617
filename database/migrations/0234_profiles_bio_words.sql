create index concurrently profiles_bio_words on profiles using gin (bio_words);
