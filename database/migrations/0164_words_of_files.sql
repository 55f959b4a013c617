-- Searched by words.
create index concurrently material_files_words on material_files using gin (words);
