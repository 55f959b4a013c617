-- Words that staff want to be found by each other, such as "NDA" and "confidentiality".
create table search_synonyms (
  id bigint generated always as identity primary key,
  word text not null check (length(word) between 2 and 40),
  synonym text not null check (length(synonym) between 2 and 40),
  -- As they are indexed.
  word_lexeme text not null,
  synonym_lexeme text not null check (synonym_lexeme <> word_lexeme),
  added_at timestamptz not null default now()
);
-- Each pair once, in whichever order.
create unique index search_synonyms_pair on search_synonyms (least(word_lexeme, synonym_lexeme), greatest(word_lexeme, synonym_lexeme));
