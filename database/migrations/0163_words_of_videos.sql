-- Searched by words.
create index concurrently material_videos_words on material_videos using gin (words);
