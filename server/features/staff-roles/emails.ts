/** Tells somebody that they hold a role, or no longer. */
import type { EmailContext } from '#server/platform/app-context.ts'
import type { EmailContent } from '#server/platform/mailer/email-template.ts'
import { PRODUCT_NAME } from '#shared/networks.ts'
import { ROUTES } from '#shared/routes.ts'
import { PERMISSION_LABELS, permissionsOf, ROLE_LABELS, type StaffRole } from '#shared/staff-roles.ts'

interface Reader {
  first_name: string
  theme: string | null
  network: string | null
}
interface Change {
  role: StaffRole
  /** Null: all networks. */
  network: string | null
  isGranted: boolean
}

export function roleChangedEmail(
  reader: Reader,
  { publicUrl, supportEmail }: EmailContext,
  change: Change,
): EmailContent {
  const { first_name, theme, network } = reader
  const role = `${ROLE_LABELS[change.role]} for ${change.network ?? 'all networks'}`
  const title = change.isGranted ? 'You have a staff role' : 'Your staff role has ended'
  const work = permissionsOf(change.role).map((each) => PERMISSION_LABELS[each].toLowerCase())
  return {
    subject: title,
    title,
    theme,
    network: network ?? undefined,
    parts: [
      { text: `Hi ${first_name},` },
      ...(change.isGranted
        ? [
            { text: `You now have this role in ${PRODUCT_NAME}: ${role}. You can: ${work.join('; ')}.` },
            { text: 'What you do as staff is recorded.' },
            { action: 'Sign in', url: `${publicUrl}${ROUTES.login}` },
          ]
        : [{ text: `You no longer have this role in ${PRODUCT_NAME}: ${role}.` }]),
    ],
    reason: `You’re receiving this because it’s about your account. If you have a question, reply to this email or write to ${supportEmail(theme)}.`,
    supportEmail: supportEmail(theme),
  }
}
