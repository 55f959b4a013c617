/** Parses mail outside the main thread: MIME, charsets and HTML take more time than the database. */
import { answerTasks } from '#server/platform/worker-threads.ts'
import { prepareMails, type Prepared } from './prepared-mail.ts'

export type ReadTask = { raw: Uint8Array; fromLine: string }[]
export type ReadResult = Prepared

answerTasks((mails: ReadTask): Promise<ReadResult[]> =>
  prepareMails(
    mails.map(({ raw, fromLine }) => ({ raw: Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), fromLine })),
  ),
)
