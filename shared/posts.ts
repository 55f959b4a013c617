/** What a post may contain, checked alike in forms and on the server. */

export const TOPIC_LENGTH = 200
export const BODY_LENGTH = 20_000
export const MENTIONS_PER_POST = 50

/** Mirrors the server's check of a body: the problem as a sentence; null if it can be sent. */
export function bodyProblem(text: string, mentions: number): string | null {
  const length = text.trim().length
  if (length === 0 && mentions === 0) return 'Write something first.'
  if (length > BODY_LENGTH)
    return `This is ${length.toLocaleString('en-US')} characters long. The limit is ${BODY_LENGTH.toLocaleString('en-US')}.`
  if (mentions > MENTIONS_PER_POST) return `This mentions ${mentions} members. The limit is ${MENTIONS_PER_POST}.`
  return null
}

/** Mirrors the server's check of a topic: the problem as a sentence; null if it can be sent. */
export function topicProblem(topic: string): string | null {
  const length = topic.trim().length
  if (length === 0) return 'Give the discussion a topic.'
  if (length > TOPIC_LENGTH) return `The topic is ${length} characters long. The limit is ${TOPIC_LENGTH}.`
  return null
}
