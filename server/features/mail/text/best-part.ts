/** Chooses between the plain and the HTML part of a mail, which should say the same and sometimes do not. */
import { linesOfHtml } from './html-lines.ts'
import type { Line } from './lines.ts'
import { linesOfText } from './text-lines.ts'

export interface Part {
  lines: Line[]
  /** The lines come from plain text, where a line may have been broken only because of its length. */
  isWrapped: boolean
}

// Enough for any email; a longer body is pasted log output, which the stored original keeps complete.
const BODY_CHARACTERS = 400_000
const BODY_LINES = 12_000
const STUB_SHARE = 0.5
const STUB_WORDS = 8
const DAMAGED = '\ufffd'

/** HTML, because it marks quotes and emphasis, unless it says much less than the plain part or is damaged. */
export function bestPart(text: string, html: string): Part {
  const plain = (): Part => ({
    lines: linesOfText(text.slice(0, BODY_CHARACTERS)).slice(0, BODY_LINES),
    isWrapped: true,
  })
  if (html.trim() === '') return plain()
  const lines = linesOfHtml(html.slice(0, BODY_CHARACTERS)).slice(0, BODY_LINES)
  const shown = lines.map((line) => line.text).join('\n')
  const [inText, inHtml] = [text.slice(0, BODY_CHARACTERS), shown].map(countWords) as [number, number]
  const isStub = inHtml < STUB_SHARE * inText && inText - inHtml >= STUB_WORDS
  const isEmpty = inHtml === 0 && inText > 0
  const isDamaged = shown.includes(DAMAGED) && !text.includes(DAMAGED) && inText >= STUB_SHARE * inHtml
  return isStub || isEmpty || isDamaged ? plain() : { lines, isWrapped: false }
}

// Links are written out in plain text only.
const countWords = (text: string) => text.replaceAll(/https?:\/\/\S+/g, '').match(/[\p{L}\p{N}]+/gu)?.length ?? 0
