import {
  AddCutLines,
  GetMailSettings,
  GetSentMail,
  PostHeldMail,
  type GetMailSettingsQuery,
  type GetSentMailQuery,
} from '#api/operations.ts'
import type { MailPreference } from '#shared/mail.ts'
import { operationQuery } from '#web/platform/api/operations.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'

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

const ofSentMail = { invalidate: [[GetSentMail.name]] }
export const usePostHeldMail = (onPosted: () => void) =>
  useCommand(PostHeldMail, { ...ofSentMail, onError: 'show', onSuccess: onPosted, success: 'Posted' })
export const useAddCutLines = () => useCommand(AddCutLines, { ...ofSentMail, success: 'Added to your post' })
