/** Determines when a message was sent, from the most reliable source available. */
const DAY_MS = 86_400_000
const FIRST_MAIL = Date.UTC(1971, 0, 1)
const YEAR_MS = 366 * DAY_MS

/**
 * Uses the Date header, unless it is missing or clearly wrong; then the first receiving server; then the archive's From
 * line.
 */
export function readDate(date: string | undefined, received: readonly string[], fromLine: string): string | null {
  // Servers prepend their line, so the last one is closest to the author.
  const arrived = received
    .map((line) => parseDate(line.slice(line.lastIndexOf(';') + 1)))
    .filter((time) => time !== null)
  const first = arrived.at(-1) ?? null
  const archived = parseDate(fromLine.replace(/^From \S+(\s+at\s+\S+)?/, ''))
  const witness = first ?? archived
  const claimed = parseDate(date)
  if (claimed === null) return iso(witness)
  if (witness === null) return iso(claimed > Date.now() + DAY_MS ? null : claimed)
  const isWrongClock = claimed > witness + DAY_MS || claimed < witness - YEAR_MS
  // The archive's line may be the export date, so it only corrects dates in the future.
  return iso(isWrongClock && (first !== null || claimed > witness) ? witness : claimed)
}

const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())

function parseDate(text: string | undefined): number | null {
  if (!text) return null
  const plain = text
    .replaceAll(/\([^)]*\)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  // A time without a zone is read as UTC, never in the zone of the importing machine.
  const zoned = /[+-]\d{2}:?\d{2}$| [A-Za-z]{1,5}$/.test(plain) ? plain : `${reordered(plain)} UTC`
  const spellings = [zoned, reordered(plain), plain.replace(/ [A-Za-z]{2,5}$/, ' UTC'), zoned.replace(/^[^,\d]*,/, '')]
  for (const spelling of spellings) {
    const time = Date.parse(spelling)
    if (!Number.isNaN(time) && time >= FIRST_MAIL && time < Date.now() + YEAR_MS) return time
  }
  return null
}

/** Parses "Mon Jan 4 09:30:00 [+0000] 2021", the format of mbox From lines; UTC unless they name a zone. */
function reordered(text: string): string {
  const found = /^(?:\w{3} )?(\w{3}) (\d{1,2}) (\d{1,2}:\d{2}(?::\d{2})?)(?: ([+-]\d{4}|[A-Z]{2,5}))? (\d{4})/.exec(
    text,
  )
  return found ? `${found[2]} ${found[1]} ${found[5]} ${found[3]} ${found[4] ?? 'UTC'}` : text
}
