import { FOUND_BEGINS, FOUND_ENDS } from '#shared/search.ts'
import { trustedSql } from './sql.ts'

/** The options of `excerpt` and `excerpt_around`: one fragment, with the found words between two marks. */
export const HEADLINE = trustedSql(
  `'StartSel=${FOUND_BEGINS}, StopSel=${FOUND_ENDS}, MaxFragments=1, MaxWords=40, MinWords=20, ShortWord=0, FragmentDelimiter=" … "'`,
)
