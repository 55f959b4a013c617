/** Limits of mail, for the server and the pages that describe it. */

/** A post that is removed or corrected within this time does not leave by email as it was. */
export const SEND_AFTER_SECONDS = 90
/** The hour of the member's time zone at which the digest leaves. */
export const DIGEST_HOUR = 7
export const MAIL_LISTS = 200

export const MAIL_PREFERENCES = ['all', 'daily_digest', 'none'] as const
export type MailPreference = (typeof MAIL_PREFERENCES)[number]

/** The local part of a list's address. */
export const LIST_ADDRESS = /^[a-z0-9]([a-z0-9.]{0,38}[a-z0-9])?$/
/** Before the local part of a list: a question by this address becomes an anonymous draft. No list has a hyphen. */
export const ANONYMOUS_PREFIX = 'anonymous-'
/** Addresses that mail systems or we use for something else. */
export const isReservedAddress = (localPart: string): boolean =>
  /^(postmaster|abuse|mailer.daemon|root|noreply|no.reply|reply|private|bounce|digest|anonymous|support)$/.test(
    localPart,
  )

/** The largest email that is received, with its files. */
export const INBOUND_BYTES = 26 * 1024 * 1024
export const INBOUND_RECIPIENTS = 20
/** Emails listed under Mail you sent. */
export const SENT_MAILS = 100

export const MAIL_DESK_PAGE = 50
/** Counting stops here: the exact number of more emails helps no one. */
export const MAIL_DESK_COUNTED = 10_000

/** The largest archive of a mailing list that is imported in the browser; larger ones need the command line. */
export const ARCHIVE_MEGABYTES = 50
export const ARCHIVE_BYTES = ARCHIVE_MEGABYTES * 1024 * 1024
export const ARCHIVE_TYPE = 'application/mbox'
