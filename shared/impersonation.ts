/** Staff view the community as a member: for how long, and how what they opened is named. */
import { counted } from '#shared/kit/text.ts'

export const IMPERSONATION_MINUTES = 30
export const IMPERSONATION_REASON_LENGTH = 500

/** What is wrong with the reason, in one sentence with its field. */
export function impersonationReasonProblem(reason: string): { field: 'reason'; message: string } | undefined {
  const { length } = [...reason.trim()]
  if (length === 0) return { field: 'reason', message: 'Enter a reason. The member will see it in an email.' }
  return length > IMPERSONATION_REASON_LENGTH
    ? {
        field: 'reason',
        message: `The reason is ${length} characters long. The limit is ${IMPERSONATION_REASON_LENGTH}.`,
      }
    : undefined
}

/** Operations by which a page is opened; all others are read on the way. */
const OPENED: Record<string, { one: string; many: string }> = {
  thread: { one: 'discussion', many: 'discussions' },
  profile: { one: 'member’s profile', many: 'members’ profiles' },
  GetPeerDocument: { one: 'document', many: 'documents' },
  GetEventById: { one: 'event', many: 'events' },
  GetExpertProfile: { one: 'expert', many: 'experts' },
  SeriesByPk: { one: 'series', many: 'series' },
}

/** "3 discussions and 1 document", or null if only lists were read. */
export function openedWords(reads: readonly { operation: string; item_id: number }[]): string | null {
  const parts = Object.entries(OPENED).flatMap(([operation, { one, many }]) => {
    const count = reads.filter((read) => read.operation === operation && read.item_id > 0).length
    return count === 0 ? [] : [counted(count, one, many)]
  })
  return parts.length === 0 ? null : new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
}
