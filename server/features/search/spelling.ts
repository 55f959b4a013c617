/** Words that may be misspelt, and the known words that may have been meant: for the database and for the index. */
import { sql, type Parameter } from '#server/platform/graph/sql.ts'
import { CORRECTIONS } from '#shared/search.ts'
import { counted } from './search.access.ts'

/** How many similar words are checked, nearest first. */
const NEIGHBOURS = 12
/** A shorter word with accents is typed on purpose: "naïve" is not "native". */
const ACCENTED_FROM = 6

/** Without capitals and accents, and as it is indexed. */
export const typedWords = (search: Parameter) => sql`
  select t.word, s.lexeme, t.is_accented from (
    select v.lexeme as word, exists (
      select from unnest(regexp_split_to_array(lower(${search}), '[^[:alpha:]]+')) w(typed) where w.typed <> v.lexeme and unaccent(w.typed) = v.lexeme) as is_accented
    from unnest(to_tsvector('spelled', ${search})) v where length(v.lexeme) between 4 and 40) t
  cross join lateral unnest(to_tsvector('words', t.word)) s
  where not t.is_accented or length(t.word) >= ${ACCENTED_FROM} order by t.word limit ${CORRECTIONS}`

/** For `t`, a typed word. Nobody types an accent by mistake, so such a word has one letter wrong at most. */
export const neighbours = sql`
  select w.word, w.lexeme, levenshtein(w.word, t.word) as steps, similarity(w.word, t.word) as likeness from ${counted.spelled} w
  where (w.word % t.word or (length(t.word) < 7 and length(w.word) < 8 and length(w.word) between length(t.word) - 1 and length(t.word) + 1))
    and w.lexeme <> t.lexeme and is_misspelt(t.word, w.word) and (not t.is_accented or levenshtein_less_equal(w.word, t.word, 1) <= 1)
  order by steps, likeness desc, w.word limit ${NEIGHBOURS}`
