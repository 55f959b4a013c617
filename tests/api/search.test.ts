/** Search as the database answers it: as long as there are no segments. */
import { promiseSearch } from './search-promises.ts'

await promiseSearch(async () => {})
