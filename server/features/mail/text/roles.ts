import type { Line } from './lines.ts'

/** What a line of a mail is. */
export type Role = 'own' | 'quote' | 'header' | 'signature' | 'footer'

// Mail trackers append a single Canadian syllabic dot.
export const isSaid = (line: Line) => /[\p{L}\p{N}\p{S}]/u.test(line.text) && line.text.trim() !== '\u1427'
