import { sql, type Parameter } from './sql.ts'

// As sub-selects they are worked out once, instead of for every row that is compared.
/** Any of the words of a search. */
export const anyWord = (search: Parameter) => sql`(select any_word_query(${search}))`
/** All of them. */
export const allWords = (search: Parameter) => sql`(select plainto_tsquery('words', ${search}))`
/** The words, as `excerpt_around` marks them. */
export const lexemes = (search: Parameter) => sql`(select tsvector_to_array(to_tsvector('words', ${search})))`
