/** Limits of mail, for the server and the pages that describe it. */

/** A post that is removed or corrected within this time does not leave by email as it was. */
export const SEND_AFTER_SECONDS = 90
/** The hour of the member's time zone at which the digest leaves. */
export const DIGEST_HOUR = 7
