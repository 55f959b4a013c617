import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** As they are indexed; several words, and words that are too common to be indexed, give null. */
export const selectLexemes = statement(
  'select-synonym-lexemes',
  { word: 'text', synonym: 'text' },
  (p) => sql`
    select (select min(t.lexeme) from unnest(to_tsvector('words', ${p.word})) t having count(*) = 1) as word,
      (select min(t.lexeme) from unnest(to_tsvector('words', ${p.synonym})) t having count(*) = 1) as synonym`,
)
export const countSynonyms = statement(
  'count-synonyms',
  {},
  () => sql`
select count(*)::integer as pairs from search_synonyms`,
)
export const insertSynonym = statement(
  'insert-synonym',
  { word: 'text', synonym: 'text', wordLexeme: 'text', synonymLexeme: 'text' },
  (p) => sql`
    insert into search_synonyms (word, synonym, word_lexeme, synonym_lexeme)
    values (${p.word}, ${p.synonym}, ${p.wordLexeme}, ${p.synonymLexeme}) on conflict do nothing returning id`,
)
export const deleteSynonym = statement(
  'delete-synonym',
  { id: 'bigint' },
  (p) => sql`delete from search_synonyms where id = ${p.id} returning word, synonym`,
)
