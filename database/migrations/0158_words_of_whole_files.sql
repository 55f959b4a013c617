-- Plans of these functions are not kept: one made while the tables are empty would read them whole when they are full.
-- Which files and videos have a word is answered from one row for each, not from every page or line that has it.
-- Distinct words without places, cut where a tsvector would be full: about 50,000 of them.
create function as_words(lexemes text[]) returns tsvector
language sql immutable parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(w.lexeme)), '') from (
    select d.lexeme, sum(octet_length(d.lexeme) + 8) over (order by d.lexeme) as size
    from (select distinct l as lexeme from unnest(lexemes) l) d) w
  where w.size < 1000000
$$;

alter table material_videos add column words tsvector not null default '';
create function gather_words_of_video() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  update material_videos v
  set words = as_words(array(select t.lexeme from material_cues c, unnest(c.words) t where c.video_id = v.id))
  where v.id in (select c.video_id from changed c);
  return null;
end
$$;
create trigger material_cues_added after insert on material_cues
  referencing new table as changed for each statement execute function gather_words_of_video();
create trigger material_cues_changed after update on material_cues
  referencing new table as changed for each statement execute function gather_words_of_video();
create trigger material_cues_gone after delete on material_cues
  referencing old table as changed for each statement execute function gather_words_of_video();

alter table material_files add column words tsvector not null default '';
create function gather_words_of_file() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  update material_files f
  set words = as_words(array(select t.lexeme from material_pages p, unnest(p.words) t where p.file_id = f.id))
  where f.id in (select p.file_id from changed p);
  return null;
end
$$;
create trigger material_pages_added after insert on material_pages
  referencing new table as changed for each statement execute function gather_words_of_file();
create trigger material_pages_changed after update on material_pages
  referencing new table as changed for each statement execute function gather_words_of_file();
create trigger material_pages_gone after delete on material_pages
  referencing old table as changed for each statement execute function gather_words_of_file();

-- Beside the networks of the document, so that neither files nor versions are read for those of other networks.
alter table peer_documents add column words_of_pages tsvector not null default '';
create function copy_words_of_file() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  update peer_documents d set words_of_pages = new.words
  from document_versions v where v.file_id = new.id and d.current_version_id = v.id;
  return null;
end
$$;
create trigger material_files_words after update of words on material_files
  for each row when (old.words is distinct from new.words) execute function copy_words_of_file();
create function take_words_of_version() returns trigger
language plpgsql set plan_cache_mode = force_custom_plan as $$
begin
  new.words_of_pages := coalesce((
    select f.words from document_versions v join material_files f on f.id = v.file_id where v.id = new.current_version_id), '');
  return new;
end
$$;
create trigger peer_documents_version before insert or update of current_version_id on peer_documents
  for each row execute function take_words_of_version();

update material_videos v
set words = as_words(array(select t.lexeme from material_cues c, unnest(c.words) t where c.video_id = v.id));
update material_files f
set words = as_words(array(select t.lexeme from material_pages p, unnest(p.words) t where p.file_id = f.id));
