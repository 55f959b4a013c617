/** Reads mail beside the writer: MIME, charsets and HTML take more time than the database does. */
import { parentPort } from 'node:worker_threads'
import { prepareMail, type PreparedMail } from './prepared-mail.ts'

export interface ReadTask {
  id: number
  mails: { raw: Uint8Array; fromLine: string }[]
}

export type ReadResult = { mail: PreparedMail } | { failure: string }

parentPort!.on('message', async ({ id, mails }: ReadTask) => {
  const results: ReadResult[] = []
  for (const { raw, fromLine } of mails) {
    try {
      results.push({ mail: await prepareMail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), fromLine) })
    } catch (error) {
      results.push({ failure: error instanceof Error ? error.message : String(error) })
    }
  }
  parentPort!.postMessage({ id, results })
})
