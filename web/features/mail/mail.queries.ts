import { GetMailSettings, GetSentMail, type GetMailSettingsQuery, type GetSentMailQuery } from '#api/operations.ts'
import type { MailPreference } from '#shared/mail.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type MailSettings = NonNullable<GetMailSettingsQuery['mail_settings']>
export type MailNetwork = MailSettings['networks'][number]

export const mailSettingsQuery = operationQuery(GetMailSettings, {})

export const PREFERENCE_LABELS: Record<MailPreference, string> = {
  all: 'Every message',
  daily_digest: 'Daily digest',
  none: 'None',
}

export type SentMail = GetSentMailQuery['sent_mails'][number]
export const sentMailQuery = operationQuery(GetSentMail, {})
