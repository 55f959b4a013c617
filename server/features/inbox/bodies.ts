/** What is said in a conversation as it is stored: sanitised as replies are, within its length, naming members only. */
import { plainText, sanitizeBody, withNames } from '#server/platform/html.ts'
import { problem } from '#server/platform/problems.ts'
import { CHAT_LENGTH, MENTIONS_PER_MESSAGE } from '#shared/inbox.ts'

export interface ChatBody {
  html: string
  text: string
  mentioned: number[]
}

/** The ids asked for, once each. A flood is refused before anybody is looked up. */
export const mentionsAsked = (mentions: readonly number[] | null | undefined): number[] =>
  [...new Set(mentions ?? [])].slice(0, MENTIONS_PER_MESSAGE)

/** `allowed` are the members of the group who were asked for. */
export function cleanChat(
  body: string,
  allowed: readonly { id: number; name: string }[],
  field = 'msg_body',
): ChatBody {
  const names = new Map(allowed.map(({ id, name }) => [id, name]))
  const clean = sanitizeBody(body, new Set(names.keys()))
  const html = names.size > 0 ? withNames(clean, names) : clean
  const text = plainText(html)
  // Spaces and signs that take no room are nothing to read.
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
