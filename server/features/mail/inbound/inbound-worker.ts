/** Reads and judges emails outside the main thread: the sender decides how much work one is. */
import { findSensitiveContent, type SensitiveFinding } from '#shared/sensitive-content/sensitive-content.ts'
import { answerTasks } from '#server/platform/worker-threads.ts'
import { readBody, type InboundBody } from './inbound-body.ts'
import { readHeaders, type Header } from './headers.ts'
import { judge, type Origin, type Verdict } from './verdict.ts'

export interface InboundTask {
  raw: Uint8Array
  origin: Origin
  domain: string
  dns: string | undefined
}
export interface InboundMail {
  headers: readonly Header[]
  body: InboundBody
  verdict: Verdict
  /** What the check before sending on the web would ask about. */
  sensitive: Record<'subject' | 'text', SensitiveFinding[]>
}
export type InboundResult = InboundMail | { failure: string }

answerTasks(async ({ raw, origin, domain, dns }: InboundTask): Promise<InboundResult> => {
  const bytes = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)
  try {
    const body = await readBody(bytes, domain)
    return {
      headers: readHeaders(bytes).headers,
      body,
      verdict: await judge(bytes, origin, { dns, domain }),
      sensitive: { subject: findSensitiveContent(body.subject), text: findSensitiveContent(body.text) },
    }
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) }
  }
})
