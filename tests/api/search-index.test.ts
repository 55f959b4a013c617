/** The same promises as the database keeps, kept by the index. */
import { startIndex } from '../harness/search-index.ts'
import { promiseSearch } from './search-promises.ts'

await promiseSearch(startIndex)
