/** A post's body as stored: sanitized, within the length limit, with the allowed mentions. */
import { plainText, sanitizeBody, withNames } from '#server/platform/html.ts'
import { problem } from '#server/platform/problems.ts'
import { BODY_LENGTH, MENTIONS_PER_POST } from '#shared/posts.ts'

export interface Body {
  html: string
  text: string
  /** Members whose mention is still in the text. */
  mentioned: number[]
}

/** Whether the text has no visible characters: only whitespace and zero-width characters. */
export const isBlank = (text: string) => text.replaceAll(/[\s\p{Default_Ignorable_Code_Point}\u2800]/gu, '') === ''

export const EMPTY_BODY: Body = { html: '', text: '', mentioned: [] }
/** Whether nothing readable remains after sanitizing. */
export const noBody = (body: string) => isBlank(plainText(sanitizeBody(body)))

export interface Mentionable {
  id: number
  name: string
}

/** `allowed` are the mentioned members who can read the post. */
export function cleanBody(body: string, allowed: readonly Mentionable[]): Body {
  const names = new Map(allowed.map(({ id, name }) => [id, name]))
  const clean = sanitizeBody(body, new Set(names.keys()))
  const html = names.size > 0 ? withNames(clean, names) : clean
  const text = plainText(html)
  if (isBlank(text))
    throw problem('discussions.body_empty', {
      message: 'Write something first.',
      field: 'body',
    })
  if (text.length > BODY_LENGTH) {
    throw problem('discussions.body_too_long', {
      message: `This is ${text.length.toLocaleString('en-US')} characters long. The limit is ${BODY_LENGTH.toLocaleString('en-US')}.`,
      field: 'body',
    })
  }
  return { html, text, mentioned: [...names.keys()].filter((id) => html.includes(`data-mention-id="${id}"`)) }
}

/** The requested ids, without duplicates. Truncates excessive lists before any lookup. */
export function mentionsAsked(mentions: readonly number[] | null | undefined): number[] {
  return [...new Set(mentions ?? [])].slice(0, MENTIONS_PER_POST)
}
