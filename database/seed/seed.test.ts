import { describe, expect, it } from 'vitest'
import { THREAD_TYPES } from '#shared/discussions.ts'
import { BODY_LENGTH, TOPIC_LENGTH } from '#shared/posts.ts'
import { sanitizeBody } from '#server/platform/html.ts'
import { DEMO_ACCOUNTS, people, personByEmail, requirePerson } from './demo-members.ts'
import { peopleRows, referenceRows } from './community-rows.ts'
import { companies, deals, experts } from './experts/directory.ts'
import { expertRows } from './experts/expert-rows.ts'
import { recommendations } from './experts/recommendations.ts'
import { canRead, discussionRows } from './discussion-rows.ts'
import { htmlOfMarkup, mentionsIn } from './markup.ts'
import { networks } from './networks.ts'
import { threads } from './threads.ts'

const NOW = new Date('2026-03-11T14:30:00Z')
const rows = { ...referenceRows(), ...peopleRows(NOW, 'hash'), ...expertRows(NOW), ...discussionRows(NOW) }
const texts = threads.flatMap((thread) => [thread, ...(thread.replies ?? [])])
const distinct = (values: readonly unknown[]) => new Set(values).size

describe('the demo community', () => {
  it('is large enough to fill every screen', () => {
    expect(people.length).toBeGreaterThanOrEqual(60)
    expect(threads.length).toBeGreaterThanOrEqual(80)
    expect(texts.length - threads.length).toBeGreaterThanOrEqual(400)
    expect(Math.max(...threads.map(({ replies }) => replies?.length ?? 0))).toBeGreaterThanOrEqual(60)
    expect(threads.some(({ replies }) => replies === undefined)).toBe(true)
  })

  it('goes back a year', () => {
    const months = rows.threads!.map(({ pub_date }) =>
      Math.floor((Number(NOW) - Number(pub_date)) / (30.5 * 86_400_000)),
    )
    for (let month = 0; month < 12; month += 1)
      expect({ month, threads: months.filter((each) => each === month).length >= 2 }).toEqual({ month, threads: true })
  })

  it('has nobody write before they joined', () => {
    const joined = new Map(rows.users!.map(({ id, date_joined }) => [id, Number(date_joined)]))
    const early = rows.messages!.filter(({ sender_id, pub_date }) => Number(pub_date) < joined.get(sender_id)!)
    expect(early.map(({ subject, sender_id }) => ({ subject, sender_id }))).toEqual([])
  })

  it('shows every kind of thread in reach of the legal network', () => {
    const kinds = threads.filter(({ network }) => network === 'legal').map(({ type }) => type ?? 'discussion')
    expect([...new Set(kinds)].toSorted()).toEqual([...THREAD_TYPES].toSorted())
  })

  it('has each state of review among threads and replies', () => {
    const replies = threads.flatMap((thread) => thread.replies ?? [])
    expect(threads.filter(({ review }) => review === 'waiting')).toHaveLength(1)
    expect(threads.filter(({ review }) => review === 'rejected')).toHaveLength(1)
    expect(replies.filter(({ review }) => review === 'rejected')).toHaveLength(1)
    expect(replies.filter(({ review, source }) => review === 'waiting' && source !== 'other')).toHaveLength(1)
    expect(replies.filter(({ review, source }) => review === 'waiting' && source === 'other')).toHaveLength(1)
  })

  it('says nothing twice', () => {
    expect(distinct(threads.map(({ topic }) => topic.toLowerCase()))).toBe(threads.length)
    expect(distinct(texts.map(({ text }) => text))).toBe(texts.length)
    expect(distinct(people.map(({ email }) => email))).toBe(people.length)
    expect(distinct(people.map(({ key }) => key))).toBe(people.length)
  })

  it.each(threads.map((thread) => [thread.topic, thread] as const))('reads well: %s', (topic, thread) => {
    expect(topic.length).toBeLessThanOrEqual(TOPIC_LENGTH)
    for (const { by, text } of [thread, ...(thread.replies ?? [])]) {
      const html = htmlOfMarkup(text)
      expect(sanitizeBody(html, new Set(mentionsIn(text)))).toBe(html)
      expect(html.length).toBeLessThanOrEqual(BODY_LENGTH)
      expect(html).not.toMatch(/\*|@\{|\]\(|!/)
      expect({ by, topic, canRead: canRead(requirePerson(by), thread) }).toEqual({ by, topic, canRead: true })
    }
  })

  it('mentions only members who can read the thread', () => {
    const unread = threads.flatMap((thread) =>
      [thread, ...(thread.replies ?? [])]
        .flatMap(({ text }) => mentionsIn(text))
        .filter((id) => !canRead(people[id - 1]!, thread))
        .map((id) => `${people[id - 1]!.key} in ${thread.topic}`),
    )
    expect(unread).toEqual([])
  })
})

describe('its experts', () => {
  it('fill a directory, and are said to be good in many words', () => {
    expect(experts.length).toBeGreaterThanOrEqual(40)
    expect(companies.length).toBeGreaterThanOrEqual(25)
    expect(recommendations.length).toBeGreaterThanOrEqual(120)
    expect(deals).toHaveLength(5)
    expect(distinct(recommendations.map(({ text }) => text))).toBe(recommendations.length)
    expect(distinct(experts.map(({ key }) => key))).toBe(experts.length)
  })

  it('are recommended by nobody who has not joined', () => {
    const joined = new Map(rows.users!.map(({ id, date_joined }) => [id, date_joined as Date]))
    expect(
      rows.expert_recommendations!.filter(
        ({ author_id, pub_date }) => joined.get(author_id)! > (pub_date as Date) || (pub_date as Date) > NOW,
      ),
    ).toEqual([])
  })
})

describe('its people', () => {
  it('live at addresses that cannot receive mail, and have one primary network', () => {
    for (const { email, networks: joined } of people) {
      expect(email).toMatch(/\.test$/)
      expect(joined.length).toBeGreaterThan(0)
      expect(distinct(joined)).toBe(joined.length)
    }
    expect(networks.every(({ slug }) => people.some((person) => person.networks.includes(slug)))).toBe(true)
  })

  it('offers accounts that sign in', () => {
    for (const { email, path } of DEMO_ACCOUNTS)
      if (!path) expect(personByEmail.get(email)).toMatchObject({ account: true })
    expect(rows.accounts).toHaveLength(people.filter(({ account }) => account).length)
  })
})

describe('its rows', () => {
  const idsOf = (table: string) => new Set(rows[table]!.map(({ id }) => id))
  const column = (table: string, name: string) => rows[table]!.map((row) => row[name]).filter((value) => value !== null)

  it.each([
    ['messages', 'thread_id', 'threads'],
    ['messages', 'sender_id', 'users'],
    ['messages', 'message_replied_id', 'messages'],
    ['threads', 'author_id', 'users'],
    ['users', 'company_id', 'companies'],
    ['expert_recommendations', 'author_id', 'users'],
    ['message_experts', 'message_id', 'messages'],
    ['message_experts', 'expert_id', 'experts'],
    ['experts', 'company_id', 'expert_companies'],
    ['vendor_deals', 'expert_id', 'experts'],
    ['likes', 'user_id', 'users'],
    ['message_mentioned_users', 'user_id', 'users'],
    ['viewer_threads', 'thread_id', 'threads'],
  ])('%s.%s leads to a row of %s', (table, name, target) => {
    const known = idsOf(target)
    expect(column(table, name).filter((id) => !known.has(id))).toEqual([])
  })

  it.each(['2026-03-11T14:30:00Z', '2026-03-15T03:10:00Z', '2026-03-16T05:00:00Z'])(
    'never come from the future at %s',
    (at) => {
      const now = new Date(at)
      const { messages, threads: started } = discussionRows(now) as Record<
        string,
        { pub_date: Date; thread_id: number }[]
      >
      const late = [...messages!, ...started!].filter(({ pub_date }) => pub_date.getTime() > now.getTime())
      expect(late).toEqual([])
      for (const [index, message] of messages!.entries()) {
        const before = messages![index - 1]
        if (before?.thread_id === message.thread_id) {
          expect(message.pub_date.getTime()).toBeGreaterThanOrEqual(before.pub_date.getTime())
        }
      }
    },
  )

  it('lets nobody write before joining', () => {
    const joined = new Map(rows.users!.map(({ id, date_joined }) => [id, date_joined as Date]))
    const early = rows.messages!.filter(({ sender_id, pub_date }) => joined.get(sender_id)! > (pub_date as Date))
    expect(early.map(({ sender_id, subject }) => [people[(sender_id as number) - 1]!.key, subject])).toEqual([])
  })

  it('keeps a private reply to its sender, the one answered and the author of the thread', () => {
    const privates = rows.messages!.filter(({ is_private }) => is_private)
    expect(privates.length).toBeGreaterThan(15)
    for (const { private_reader_ids, sender_id } of privates) {
      expect(private_reader_ids).toContain(sender_id)
      expect((private_reader_ids as number[]).length).toBeLessThanOrEqual(3)
      expect((private_reader_ids as number[]).length).toBeGreaterThan(1)
    }
  })

  it('counts likes as they stand in their table', () => {
    const total = rows.messages!.reduce((sum, { num_of_likes }) => sum + (num_of_likes as number), 0)
    const ofMessages = rows.likes!.filter(({ entity_type }) => entity_type === 'message')
    expect(total).toBe(ofMessages.length)
    const known = idsOf('messages')
    expect(ofMessages.filter(({ entity_id }) => !known.has(entity_id))).toEqual([])
  })
})
