import type { EmailContext } from '#server/platform/app-context.ts'
import type { EmailContent } from '#server/platform/mailer/email-template.ts'
import { STAFF_ROUTES } from '#shared/staff-routes.ts'
import { WEBHOOK_FAILING_DAYS } from '#shared/webhooks.ts'

/** Names the host only: an address may contain a secret. */
export function disabledEmail(
  { publicUrl, supportEmail }: EmailContext,
  { first_name }: { first_name: string },
  { url, network }: { url: string; network: string },
): EmailContent {
  const title = 'A webhook was turned off'
  return {
    subject: title,
    title,
    theme: null,
    parts: [
      { text: `Hi ${first_name},` },
      {
        text: `A webhook of ${network} to ${new URL(url).host} has failed for ${WEBHOOK_FAILING_DAYS} days, so we turned it off. Nothing is sent to it anymore.`,
      },
      { text: 'When the other system works again, save the webhook to turn it on.' },
      { action: 'Open webhooks', url: `${publicUrl}${STAFF_ROUTES.webhooks}` },
    ],
    reason: 'You’re receiving this because you hold a staff role.',
    supportEmail: supportEmail(null),
  }
}
