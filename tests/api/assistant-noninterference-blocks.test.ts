import { promiseNoninterference } from './assistant-noninterference-promises.ts'

await promiseNoninterference('with the index, for who blocks somebody', { hasIndex: true, blocks: true })
