/**
 * Words that may be misspelt, and the known words that may have been meant: for the database and for the index. The
 * worker threads of the index load this, so it imports no feature: the first search would take twice as long.
 */
import { sql, type Parameter, type Relation, type Sql } from '#server/platform/graph/sql.ts'
import { CORRECTIONS } from '#shared/search.ts'

/** How many similar words are checked, nearest first. */
const NEIGHBOURS = 12
/** A shorter word with accents is typed on purpose: "naïve" is not "native". */
const ACCENTED_FROM = 6

/** Shorter words share too few groups of three letters with their neighbours to be found by them. */
const SHORT = 8
const A_TO_Z = sql`unnest('{a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t,u,v,w,x,y,z}'::text[]) a(letter)`

/** What a short word `t` may be meant as: with a letter less, more or another, or with two letters exchanged. */
const oneStepAway = sql`case when length(t.word) < ${SHORT} then array(
  select left(t.word, n.nth - 1) || substr(t.word, n.nth + 1) from generate_series(1, length(t.word)) n(nth)
  union select left(t.word, n.nth) || a.letter || substr(t.word, n.nth + 1) from generate_series(0, length(t.word)) n(nth), ${A_TO_Z}
  union select left(t.word, n.nth - 1) || a.letter || substr(t.word, n.nth + 1) from generate_series(1, length(t.word)) n(nth), ${A_TO_Z}
  union select left(t.word, n.nth - 1) || substr(t.word, o.nth, 1) || substr(t.word, n.nth + 1, o.nth - n.nth - 1) || substr(t.word, n.nth, 1) || substr(t.word, o.nth + 1)
    from generate_series(1, length(t.word)) n(nth), generate_series(n.nth + 1, length(t.word)) o(nth)) else '{}' end`

/** Never suggests a word that is a name: of a member, or of a recommended individual. */
export const spelled = sql`
  select w.word, w.lexeme from search_words w
  where not exists (select from search_names n where n.word = w.word)
    and not exists (
      select from experts e where e.type = 'individual' and to_tsvector('simple', e.search_name) @@ quote_literal(w.word)::tsquery
        and w.word = any(string_to_array(plain_words(e.name), ' ')))`

/** Without capitals and accents, and as it is indexed. */
export const typedWords = (search: Parameter) => sql`
  select t.word, s.lexeme, t.is_accented, ${oneStepAway} as one_step_away from (
    select v.lexeme as word, exists (
      select from unnest(regexp_split_to_array(lower(${search}), '[^[:alpha:]]+')) w(typed) where w.typed <> v.lexeme and unaccent(w.typed) = v.lexeme) as is_accented
    from unnest(to_tsvector('spelled', ${search})) v where length(v.lexeme) between 4 and 40) t
  cross join lateral unnest(to_tsvector('words', t.word)) s
  where not t.is_accented or length(t.word) >= ${ACCENTED_FROM} order by t.word limit ${CORRECTIONS}`

/**
 * For `t`, a typed word, from `known` words. Nobody types an accent by mistake, so such a word has one letter wrong at
 * most.
 */
export const neighbours = (known: Sql | Relation) => sql`
  select w.word, w.lexeme, levenshtein(w.word, t.word) as steps, similarity(w.word, t.word) as likeness from ${known} w
  where (w.word % t.word or w.word = any(t.one_step_away))
    and w.lexeme <> t.lexeme and is_misspelt(t.word, w.word) and (not t.is_accented or levenshtein_less_equal(w.word, t.word, 1) <= 1)
  order by steps, likeness desc, w.word limit ${NEIGHBOURS}`
