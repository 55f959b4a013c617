/** The demo's polls: options, votes and closing dates. Their threads are in threads.ts. */
import { people, requirePerson } from './demo-members.ts'
import { seededRandom } from './seeded-random.ts'
import { DAY, type Rows } from './community-rows.ts'
import { OTHER_OPTION } from '#shared/polls.ts'
import { canRead, orderedThreads } from './discussion-rows.ts'
import { startOf } from './timing.ts'

interface PollSeed {
  /** The beginning of the thread's topic. */
  topic: string
  options: readonly string[]
  /** The share of possible voters who have voted. */
  turnout: number
  /** Days from the moment of seeding; negative if it has ended. By default the poll stays open. */
  ends?: number
  changeable?: boolean
  /** Texts of "Other" answers. */
  other?: readonly string[]
}

export const polls: readonly PollSeed[] = [
  {
    topic: 'Poll: how many lawyers per legal-ops person',
    options: ['We have nobody', 'One for more than twenty lawyers', 'One for ten to twenty', 'One for fewer than ten'],
    turnout: 0.35,
    ends: 4,
    changeable: true,
  },
  {
    topic: 'Poll: e-billing. Did it save more than it cost',
    options: ['Yes, clearly', 'About even', 'No', 'We stopped before the year was over'],
    turnout: 0.6,
    ends: -3,
  },
  {
    topic: 'Poll: do your engineers get invention disclosure bonuses',
    options: ['Paid on disclosure', 'Paid on filing', 'Paid on grant', 'No money, only thanks'],
    turnout: 0.5,
    ends: 16,
    other: ['Half on filing, half on grant', 'A dinner, which is what they talk about'],
  },
  {
    topic: 'Poll: how many levels between you and the person',
    options: ['Three or fewer', 'Four', 'Five', 'Six or more'],
    turnout: 0.7,
    ends: 9,
  },
  {
    topic: 'Poll: working days to a group close',
    options: ['Up to four', 'Five or six', 'Seven to nine', 'Ten and more'],
    turnout: 0.65,
    ends: -1,
  },
  {
    topic: 'Poll: who owns the cash forecast',
    options: ['Treasury', 'Planning', 'Controllership', 'Whoever was asked last'],
    turnout: 0.4,
    changeable: true,
    other: ['Three parents and no home'],
  },
]

export function pollRows(now: Date): Rows {
  const made = polls.map((poll, index) => {
    const at = orderedThreads.findIndex(({ topic }) => topic.startsWith(poll.topic))
    const thread = orderedThreads[at]
    if (thread?.type !== 'poll') throw new Error(`No poll of the demo begins with “${poll.topic}”.`)
    return { ...poll, id: index + 1, thread, thread_id: at + 1, start: startOf(thread.at, now) }
  })
  const options = made
    .flatMap(({ id, options, other }) =>
      [...options, ...(other ? [OTHER_OPTION] : [])].map((title, place) => ({
        poll_id: id,
        title,
        is_other: place >= options.length,
        position: place + 1,
      })),
    )
    .map((option, index) => ({ id: index + 1, ...option }))
  return {
    polls: made.map(({ id, thread, thread_id, start, ends, changeable }) => ({
      id,
      thread_id,
      author_id: requirePerson(thread.by).id,
      title: thread.topic,
      end_date: ends === undefined ? null : new Date(now.getTime() + ends * DAY),
      can_change_vote: changeable ?? false,
      active: (ends ?? 1) > 0,
      created_at: start,
    })),
    poll_options: options,
    poll_votes: made.flatMap((poll) => {
      const own = options.filter(({ poll_id }) => poll_id === poll.id)
      return votersOf(poll).map((person, place) => {
        const words = poll.other?.[place]
        const plain = own.filter(({ is_other }) => !is_other)
        // A power above 1: opinions are never spread evenly.
        const drawn = plain[Math.floor(seededRandom(`${person.key} votes ${poll.topic}`) ** 1.6 * plain.length)]!
        const until = Math.min(now.getTime(), now.getTime() + (poll.ends ?? 0) * DAY)
        return {
          poll_id: poll.id,
          user_id: requirePerson(person.key).id,
          option_id: words === undefined ? drawn.id : own.at(-1)!.id,
          text: words ?? null,
          voted_at: new Date(
            poll.start.getTime() + (until - poll.start.getTime()) * seededRandom(`${person.key} at ${poll.id}`),
          ),
        }
      })
    }),
  }
}

/** Helen has not voted in open polls, so that there is something for her to do. */
function votersOf({ thread, topic, turnout, ends }: PollSeed & { thread: (typeof orderedThreads)[number] }) {
  const readers = people.filter(
    (person) =>
      (person.state ?? 'full access') === 'full access' &&
      !person.suspended &&
      canRead(person, thread) &&
      ((ends ?? 1) < 0 || person.email !== 'member@legal.test'),
  )
  return readers
    .map((person) => ({ person, draw: seededRandom(`${person.key} turns up ${topic}`) }))
    .toSorted((a, b) => a.draw - b.draw)
    .slice(0, Math.ceil(readers.length * turnout))
    .map(({ person }) => person)
}
