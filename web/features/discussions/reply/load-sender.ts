import { loadOnce } from '#web/kit/load-once.ts'

/** What sends replies. Loaded when somebody writes: a reply waits long enough for it to arrive. */
export const loadSender = loadOnce(() => import('#web/features/discussions/reply/send-reply.ts'))
