/** Validates timestamps from clients: existing dates only, in a format that PostgreSQL parses the same way. */

const FORM =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-5]):[0-5]\d)$/

/** ISO 8601 with an offset. Rejects 30 February, 24:00, leap seconds and the year 0. */
export function isMoment(text: string): boolean {
  const found = FORM.exec(text)
  if (!found) return false
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return false
  // With its offset, it may still be before the first year that the database supports.
  return year > 0 && new Date(text).getUTCFullYear() > 0
}
