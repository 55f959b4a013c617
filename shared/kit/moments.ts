/** Moments as they come in: of a calendar that has them, in a form that the database reads alike. */

const FORM =
  /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-5]):[0-5]\d)$/

/** ISO 8601 with its offset. 30 February is none, nor are 24 o'clock, a leap second and the year 0. */
export function isMoment(text: string): boolean {
  const found = FORM.exec(text)
  if (!found) return false
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return false
  // With its offset it may still lie before the first year that the database knows.
  return year > 0 && new Date(text).getUTCFullYear() > 0
}
