/** The sections of a digest, which its text and its HTML show in the same order. */
import { dayHeading, dayOf, timeOf } from '#shared/kit/dates.ts'
import { threadPath } from '#shared/discussions.ts'
import { eventPath } from '#shared/events.ts'
import { ROUTES } from '#shared/routes.ts'
import { counted } from '#shared/kit/text.ts'
import { replyAddress, type AddressSpace } from '../addresses/reply-address.ts'
import { ANONYMOUS, mailtoOf, PRIVATE_COLOR, shortened } from '../sending/post-email.ts'
import type { DigestContent, NewDiscussion } from './digest-news.sql.ts'

/** Discussions shown one by one; the rest is counted. */
const SHOWN_DISCUSSIONS = 10
const WORDS_LENGTH = 280

export interface Act {
  label: string
  url: string
  /** What the text version shows instead of the link. */
  address?: string
  color?: string
}
export interface Item {
  title: string
  url: string
  facts: string
  words?: string
  reply?: { author: string; text: string }
  acts?: readonly Act[]
}
export interface Section {
  title: string
  items: readonly Item[]
}
export interface DigestReader {
  userId: number
  timeZone: string
  now: Date
  since: Date
  withoutWords: boolean
}
export interface DigestSettings extends AddressSpace {
  publicUrl: string
}

const sentences = (parts: readonly (string | false | null)[]) => parts.filter(Boolean).join('. ')
const authorLine = ({ author, company }: NewDiscussion) =>
  author ? [author, company].filter(Boolean).join(', ') : ANONYMOUS

export interface Sorted {
  question: NewDiscussion | undefined
  discussions: readonly NewDiscussion[]
  privateReplies: readonly NewDiscussion[]
}

/** A discussion is shown once among the new ones; its private replies are named besides. */
export function sorted({ discussions }: DigestContent): Sorted {
  const question = discussions.find(({ known_area }) => known_area !== null)
  return {
    question,
    discussions: discussions.filter((each) => each !== question && (each.is_new || each.num_of_replies > 0)),
    privateReplies: discussions.filter(({ num_of_private }) => num_of_private > 0),
  }
}

export const numOfPrivate = ({ privateReplies }: Sorted) =>
  privateReplies.reduce((sum, { num_of_private }) => sum + num_of_private, 0)

export const isAnythingNew = ({ discussions, events, documents }: DigestContent) =>
  discussions.length > 0 || documents.length > 0 || events.some(({ is_new }) => is_new)

/** How many there are in each network, and nothing of what was written. */
function countsOf(items: readonly { network: string }[], [one, many]: readonly [string, string], url: string): Item[] {
  const networks = [...new Set(items.map(({ network }) => network))]
  return networks.map((network) => ({
    title: `${counted(items.filter((item) => item.network === network).length, one, many)} in ${network}`,
    url,
    facts: 'Read on the web',
  }))
}

interface Kind<T> {
  words: readonly [string, string]
  url: string
  itemOf: (item: T) => Item
}
/** Items of lists whose emails contain no words are only counted. */
function listOf<T extends { network: string; has_words: boolean }>(
  items: readonly T[],
  withoutWords: boolean,
  { words, url, itemOf }: Kind<T>,
): Item[] {
  const isShown = ({ has_words }: T) => has_words && !withoutWords
  return [
    ...items.filter(isShown).map(itemOf),
    ...countsOf(
      items.filter((item) => !isShown(item)),
      words,
      url,
    ),
  ]
}

function questionItem(question: NewDiscussion, reader: DigestReader, settings: DigestSettings): Item {
  const { opening_id: messageId, topic, author_first_name } = question
  const act = (label: string, audience: 'group' | 'private', color?: string): Act => {
    const address = replyAddress(settings, { userId: reader.userId, messageId, audience }, reader.now)
    return { label, address, url: mailtoOf(address, `Re: ${topic}`), ...(color && { color }) }
  }
  return {
    title: topic,
    url: `${settings.publicUrl}${threadPath(question.thread_id)}`,
    facts: sentences([authorLine(question), 'No reply yet', `You know ${question.known_area}`]),
    words: shortened(question.text, WORDS_LENGTH),
    acts: [
      act('Reply to the group by email', 'group'),
      act(`Reply to ${author_first_name ?? 'the person who asked'} only`, 'private', PRIVATE_COLOR),
    ],
  }
}

function discussionItem(discussion: NewDiscussion, { publicUrl }: DigestSettings): Item {
  const { best_reply: best, num_of_replies: replies } = discussion
  const url = `${publicUrl}${threadPath(discussion.thread_id)}`
  const liked = best && best.num_of_likes > 0 ? `, ${counted(best.num_of_likes, 'like')}` : ''
  return {
    title: discussion.topic,
    url,
    facts: sentences([
      authorLine(discussion),
      replies > 0 ? counted(replies, 'new reply', 'new replies') : 'No reply yet',
      `In ${discussion.network}`,
    ]),
    ...(best && { reply: { author: `${best.author ?? ANONYMOUS}${liked}`, text: shortened(best.text, WORDS_LENGTH) } }),
    ...(replies > 0 && { acts: [{ label: `Read ${counted(replies, 'reply', 'replies')}`, url }] }),
  }
}

function discussionItems(found: readonly NewDiscussion[], reader: DigestReader, settings: DigestSettings): Item[] {
  const url = `${settings.publicUrl}${ROUTES.feed}`
  const items = listOf(found, reader.withoutWords, {
    words: ['discussion', 'discussions'],
    url,
    itemOf: (item) => discussionItem(item, settings),
  })
  const more = items.length - SHOWN_DISCUSSIONS
  return more > 0
    ? [...items.slice(0, SHOWN_DISCUSSIONS), { title: counted(more, 'more discussion'), url, facts: 'Read on the web' }]
    : items
}

/** Only that there is one: the text of a private reply is never in a digest. */
const privateItem =
  ({ publicUrl }: DigestSettings) =>
  (discussion: NewDiscussion): Item => ({
    title: discussion.topic,
    url: `${publicUrl}${threadPath(discussion.thread_id)}`,
    facts: sentences([`${counted(discussion.num_of_private, 'private reply', 'private replies')} to you`]),
  })

const since = ({ since: from, timeZone, now }: DigestReader) =>
  dayHeading(from, timeZone, now).replace(/^(Today|Yesterday)$/, (day) => day.toLowerCase())

export function sectionsOf(content: DigestContent, reader: DigestReader, settings: DigestSettings): Section[] {
  const { question, discussions, privateReplies } = sorted(content)
  const { withoutWords } = reader
  const { publicUrl } = settings
  const sections: Section[] = [
    {
      title: 'You could answer this',
      items: listOf(question ? [question] : [], withoutWords, {
        words: ['question', 'questions'],
        url: `${publicUrl}${ROUTES.feed}`,
        itemOf: (item) => questionItem(item, reader, settings),
      }),
    },
    { title: `New since ${since(reader)}`, items: discussionItems(discussions, reader, settings) },
    {
      title: 'Private replies to you',
      items: listOf(privateReplies, withoutWords, {
        words: ['discussion', 'discussions'],
        url: `${publicUrl}${ROUTES.feed}`,
        itemOf: privateItem(settings),
      }),
    },
    {
      title: 'Coming up',
      items: listOf(content.events, withoutWords, {
        words: ['event', 'events'],
        url: `${publicUrl}${ROUTES.events}`,
        itemOf: ({ id, title, start_date, time_zone, is_attending }) => ({
          title,
          url: `${publicUrl}${eventPath(id)}`,
          facts: sentences([
            `${dayOf(start_date, time_zone, reader.now)}, ${timeOf(start_date, time_zone)} (${time_zone.replaceAll('_', ' ')})`,
            is_attending && 'You are attending',
          ]),
        }),
      }),
    },
    {
      title: 'New documents',
      items: listOf(content.documents, withoutWords, {
        words: ['document', 'documents'],
        url: `${publicUrl}${ROUTES.peerDocuments}`,
        itemOf: ({ id, title, network }) => ({
          title,
          url: `${publicUrl}${ROUTES.peerDocuments}/${id}`,
          facts: `In ${network}`,
        }),
      }),
    },
  ]
  return sections.filter(({ items }) => items.length > 0)
}
