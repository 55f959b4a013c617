/** Emails about requests for a second person. They name no member and quote no reason: details are on the page. */
import type { EmailContext } from '#server/platform/app-context.ts'
import type { EmailContent } from '#server/platform/mailer/email-template.ts'
import { APPROVAL_DAYS, APPROVED_OPERATIONS, isApprovedOperation } from '#shared/approvals.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'

interface Asked {
  operation: string
}
interface Reader {
  first_name: string
  theme: string | null
  network: string | null
}

const REASON = 'You’re receiving this because you hold a staff role.'
const labelOf = (operation: string) => (isApprovedOperation(operation) ? APPROVED_OPERATIONS[operation] : operation)

export function askedEmail(
  { publicUrl, supportEmail }: EmailContext,
  { asker, operation }: Asked & { asker: string },
): EmailContent {
  const title = 'Your approval is needed'
  return {
    subject: title,
    title,
    theme: null,
    parts: [
      { text: `${asker} asks for a second person: ${labelOf(operation)}.` },
      { text: `You can decide within ${APPROVAL_DAYS} days.` },
      { action: 'Open the request', url: `${publicUrl}${STAFF_ROUTES.approvals}` },
    ],
    reason: REASON,
    supportEmail: supportEmail(null),
  }
}

export function decidedEmail(
  { publicUrl, supportEmail }: EmailContext,
  { first_name, theme, network }: Reader,
  { operation }: Asked,
  isApproved: boolean,
): EmailContent {
  const title = isApproved ? 'Your request was approved' : 'Your request was rejected'
  return {
    subject: title,
    title,
    theme,
    network: network ?? undefined,
    parts: [
      { text: `Hi ${first_name},` },
      {
        text: `${labelOf(operation)}: ${isApproved ? 'approved, and done unless the page says otherwise' : 'rejected'}.`,
      },
      { action: 'Open the request', url: `${publicUrl}${STAFF_ROUTES.approvals}` },
    ],
    reason: REASON,
    supportEmail: supportEmail(theme),
  }
}
