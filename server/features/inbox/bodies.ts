/** A chat message's body as stored: sanitized like replies, within the length limit, mentioning only members. */
import { plainText, sanitizeBody, withNames } from '#server/platform/html.ts'
import { problem } from '#server/platform/problems.ts'
import { CHAT_LENGTH, MENTIONS_PER_MESSAGE } from '#shared/inbox.ts'

export interface ChatBody {
  html: string
  text: string
  mentioned: number[]
}

/** The requested ids, without duplicates. Truncates excessive lists before any lookup. */
export const mentionsAsked = (mentions: readonly number[] | null | undefined): number[] =>
  [...new Set(mentions ?? [])].slice(0, MENTIONS_PER_MESSAGE)

/** `allowed` are the mentioned members who are in the group. */
export function cleanChat(
  body: string,
  allowed: readonly { id: number; name: string }[],
  field = 'msg_body',
): ChatBody {
  const names = new Map(allowed.map(({ id, name }) => [id, name]))
  const clean = sanitizeBody(body, new Set(names.keys()))
  const html = names.size > 0 ? withNames(clean, names) : clean
  const text = plainText(html)
  // Whitespace and zero-width characters do not count as text.
  if (text.replaceAll(/[\s\p{Default_Ignorable_Code_Point}\u2800]/gu, '') === '')
    throw problem('inbox.text_missing', { message: 'Write something first.', field })
  const { length } = [...text]
  if (length > CHAT_LENGTH)
    throw problem('inbox.text_too_long', {
      message: `This is ${length.toLocaleString('en-US')} characters long. The limit is ${CHAT_LENGTH.toLocaleString('en-US')}.`,
      field,
    })
  return { html, text, mentioned: [...names.keys()].filter((id) => html.includes(`data-mention-id="${id}"`)) }
}
