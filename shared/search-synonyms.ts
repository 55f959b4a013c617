/** Words that staff want to be found by each other. */
export const SYNONYM_LENGTH = 40
/** Pairs. */
export const SYNONYMS = 500
