import { promiseNoninterference } from './assistant-noninterference-promises.ts'

await promiseNoninterference('without the index', { hasIndex: false, blocks: true })
