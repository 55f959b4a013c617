import { GetMailSettings, type GetMailSettingsQuery } from '#api/operations.ts'
import { operationQuery } from '#web/platform/api/operations.ts'

export type MailSettings = NonNullable<GetMailSettingsQuery['mail_settings']>
export type MailNetwork = MailSettings['networks'][number]

export const mailSettingsQuery = operationQuery(GetMailSettings, {})
