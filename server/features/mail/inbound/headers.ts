/** The header of an email as it came: names in lower case, values unfolded. */
export interface Header {
  name: string
  value: string
}

/** A larger header comes from a faulty program or an attack. */
const HEADER_BYTES = 512 * 1024
const HEADER_LINES = 2_000

export interface HeaderBlock {
  headers: readonly Header[]
  /** Where the body begins. */
  end: number
}

export function readHeaders(raw: Buffer): HeaderBlock {
  const head = raw.subarray(0, HEADER_BYTES).toString('latin1')
  const blank = /\r?\n\r?\n/.exec(head)
  const text = head.slice(0, blank?.index ?? head.length)
  const headers: Header[] = []
  for (const line of text.split(/\r?\n(?![ \t])/).slice(0, HEADER_LINES)) {
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const value = Buffer.from(line.slice(colon + 1).replaceAll(/\r?\n[ \t]+/g, ' '), 'latin1').toString('utf8')
    headers.push({ name: line.slice(0, colon).trim().toLowerCase(), value: value.trim() })
  }
  return { headers, end: blank ? blank.index + blank[0].length : raw.length }
}

export const valuesOf = (headers: readonly Header[], name: string): string[] =>
  headers.filter((header) => header.name === name).map(({ value }) => value)
