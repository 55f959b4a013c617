/** Parses mail outside the main thread: MIME, charsets and HTML take more time than the database. */
import { answerTasks } from '#server/platform/worker-threads.ts'
import { prepareMail, type PreparedMail } from './prepared-mail.ts'

export type ReadTask = { raw: Uint8Array; fromLine: string }[]
export type ReadResult = { mail: PreparedMail } | { failure: string }

answerTasks(async (mails: ReadTask): Promise<ReadResult[]> => {
  const results: ReadResult[] = []
  for (const { raw, fromLine } of mails) {
    try {
      results.push({ mail: await prepareMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), fromLine) })
    } catch (error) {
      results.push({ failure: error instanceof Error ? error.message : String(error) })
    }
  }
  return results
})
