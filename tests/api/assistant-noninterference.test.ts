import { promiseNoninterference } from './assistant-noninterference-promises.ts'

await promiseNoninterference('with the index of discussions', { hasIndex: true, blocks: false })
