/** Reports of an import: a summary, and on request a file with every message. */
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { counted } from '#shared/kit/text.ts'
import type { ImportReport, Outcome, RefusalReason } from '#server/features/mail/mail.actions.ts'

const REASONS: Record<RefusalReason, string> = {
  already_here: 'already imported',
  repeated: 'duplicated in the archive',
  in_another_network: 'in another network',
  no_sender: 'have no sender',
  too_large: 'larger than 64 MB',
  unreadable: 'could not be read',
  not_written: 'rejected by the database',
}
const COLUMNS = ['position', 'outcome', 'thread_id', 'reason', 'detail', 'external_id', 'subject'] as const

export function reportText(report: ImportReport): string {
  if (report.messages === 0) return 'The archive contains no messages.'
  const refused = Object.entries(report.refused) as [RefusalReason, number][]
  const lines = [
    `${counted(report.messages, 'message')} read in ${report.seconds.toFixed(1)} s.`,
    `${counted(report.taken, 'message')} imported, in ${counted(report.threads, 'new discussion')}.`,
    `${counted(report.joined, 'message')} added to existing discussions.`,
    `${counted(report.placed_by_subject, 'reply', 'replies')} without a reference were matched by subject.`,
    `${counted(report.members, 'new author')}, not joined yet; ${counted(report.attachments, 'attachment')}.`,
    `${counted(
      refused.reduce((sum, [, count]) => sum + count, 0),
      'message',
    )} refused.`,
  ]
  for (const [reason, count] of refused) lines.push(`  ${count.toLocaleString('en-US')} ${REASONS[reason]}.`)
  return lines.join('\n')
}

/**
 * One entry per message: CSV if the file name ends in .csv, otherwise a JSON array. Rejects if the file cannot be
 * created.
 */
export async function openReportFile(file: string): Promise<{ add(outcome: Outcome): void; close(): Promise<void> }> {
  const isCsv = file.toLowerCase().endsWith('.csv')
  const stream = createWriteStream(file)
  await once(stream, 'open')
  stream.write(isCsv ? `${COLUMNS.join(',')}\r\n` : '[')
  let separator = '\n'
  return {
    add(outcome) {
      stream.write(
        isCsv
          ? `${COLUMNS.map((column) => csvCell(outcome[column])).join(',')}\r\n`
          : separator + JSON.stringify(outcome),
      )
      separator = ',\n'
    },
    async close() {
      stream.end(isCsv ? '' : '\n]\n')
      await once(stream, 'finish')
    },
  }
}

// Spreadsheets execute cells that look like formulas, so such subjects are prefixed with an apostrophe.
function csvCell(value: string | number | null): string {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
