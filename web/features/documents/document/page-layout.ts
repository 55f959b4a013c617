/** Headings, tables and slide titles, recognized in the text of a page of an Office file. */
export type Block =
  | { is: 'title' | 'heading' | 'paragraph'; text: string }
  | { is: 'table'; rows: string[][]; left: number }

const ROWS = 40
const COLUMNS = 12
const HEADING_LETTERS = 90

/** “5. Subprocessors”, “Article 4”, “ANNEX II”, “Definitions”. */
function isHeading(line: string, next: string | undefined): boolean {
  if (line.length > HEADING_LETTERS || /[.;:,!?…]$/.test(line) || !/\p{L}/u.test(line)) return false
  if (/^(\d+(\.\d+)*\.?|[IVXLC]+\.|§\s*\d+|(article|section|annex|schedule|part|appendix)\b)\s*\S*/iu.test(line))
    return !/^\d+(\.\d+)+\s.{40,}/.test(line)
  return line === line.toUpperCase() || (/^\p{Lu}/u.test(line) && (next?.length ?? 0) > HEADING_LETTERS)
}

/** Rows are lines with tabs between cells. */
function tableOf(lines: readonly string[]): Block {
  const rows = lines.map((line) => line.split('\t').slice(0, COLUMNS))
  return { is: 'table', rows: rows.slice(0, ROWS), left: Math.max(0, rows.length - ROWS) }
}

export function blocksOf({ label, content }: { label: string; content: string }): Block[] {
  const lines = content.split('\n').filter((line) => line.trim() !== '')
  const [first, ...rest] = lines
  if (first === undefined) return []
  // A sheet begins with its name, a slide with its title.
  if (label === 'Sheet') return [{ is: 'title', text: first }, ...(rest.length > 0 ? [tableOf(rest)] : [])]
  if (label === 'Slide')
    return [{ is: 'title', text: first }, ...rest.map((text): Block => ({ is: 'paragraph', text }))]
  return lines.map((text, at) => ({ is: isHeading(text, lines[at + 1]) ? 'heading' : 'paragraph', text }))
}
