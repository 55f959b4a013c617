/**
 * What an AI program can ask, each an operation of the read API with a short answer: text instead of HTML, a link to each
 * item, and nothing that a conversation has no use for.
 */
import { z } from 'zod'
import { plainText } from '#server/platform/html.ts'
import { messagePath, threadPath } from '#shared/discussions.ts'
import { eventPath } from '#shared/events.ts'
import { expertPath } from '#shared/experts.ts'
import { memberPath } from '#shared/people.ts'
import { ROUTES } from '#shared/routes.ts'

const FOUND_AT_MOST = 20
const REPLIES_AT_MOST = 50

interface Tool<Args extends z.ZodObject = z.ZodObject, Answer = never> {
  name: string
  title: string
  description: string
  operation: string
  args: Args
  /** The variables of the operation. */
  variables: (args: z.infer<Args>) => object
  /** What is answered; undefined if the item does not exist for the token. */
  answer: (read: Answer, link: (path: string) => string) => unknown
}
export type McpTool = Tool<z.ZodObject, never>

/** Infers what the arguments are; the operation decides what is read. */
const tool = <Args extends z.ZodObject, Answer>(facts: Tool<Args, Answer>) => facts as unknown as McpTool

interface Named {
  name: string
}
interface Person extends Named {
  id: number
  title: string | null
  company: Named | null
}
const personOf = (person: Person | null) =>
  person ? [person.name, person.title, person.company?.name].filter(Boolean).join(', ') : null
const namesOf = (list: readonly Named[] | undefined) => (list ?? []).map(({ name }) => name)

const search = z.string().min(1).max(200).describe('Words or a question, in plain language.')
const limit = z.number().int().min(1).max(FOUND_AT_MOST).default(10)
const id = z.number().int().positive()

interface FoundThreads {
  found_threads: {
    count: number
    items: {
      thread_id: number
      message_id: number
      is_original_message: boolean
      topic: string
      excerpt: string
      pub_date: string
      sender: Person | null
    }[]
  }
}
interface ReadThread {
  thread: {
    id: number
    topic: string
    pub_date: string
    num_of_responses: number
    cleaned_body: string
    author: Person | null
    peer_networks: { display_name: string }[]
    messages: {
      id: number
      is_original_message: boolean
      parsed_body: string
      pub_date: string
      sender: Person | null
    }[]
  } | null
}
interface FoundMembers {
  profiles_search_filter: {
    count: number
    items: (Person & { city: string | null; country: string | null; areas_of_expertise: Named[] })[]
  }
}
interface ReadMember {
  profile:
    | (Person & { bio: string | null; city: string | null; country: string | null; areas_of_expertise?: Named[] })
    | null
}
interface FoundDocuments {
  peer_documents: {
    count: number
    items: {
      id: number
      title: string
      description: string | null
      date_uploaded: string
      topics: Named[]
      page_hits: { number: number; label: string; excerpt: string }[]
    }[]
  }
}
interface FoundEvents {
  events: {
    count: number
    items: {
      id: number
      title: string
      description: string
      wall_start: string
      time_zone: string
      venue: string | null
    }[]
  }
}
interface FoundExperts {
  experts: {
    count: number
    items: {
      id: number
      name: string
      type: string
      company: Named | null
      areas_of_expertise: Named[]
      recommendations: { count: number; items: { cleaned_message: string }[] }
    }[]
  }
}
interface ReadExpert {
  expert_profile: {
    id: number
    name: string
    type: string
    company: (Named & { website: string | null }) | null
    areas_of_expertise: Named[]
    recommendations: { count: number; items: { cleaned_message: string; pub_date: string }[] }
  } | null
}

const searchDiscussions = tool({
  name: 'search_discussions',
  title: 'Search discussions',
  description: 'Finds discussions of the networks by what was asked and replied. Read one with read_discussion.',
  operation: 'FindThreads',
  args: z.object({ search, limit }),
  variables: (args) => ({ ...args, any_word: true }),
  answer: ({ found_threads: { count, items } }: FoundThreads, link) => ({
    count,
    discussions: items.map(({ thread_id, message_id, is_original_message, topic, excerpt, pub_date, sender }) => ({
      discussion_id: thread_id,
      topic,
      found_in: is_original_message ? 'question' : 'reply',
      by: personOf(sender),
      date: pub_date,
      excerpt: plainText(excerpt),
      url: link(is_original_message ? threadPath(thread_id) : messagePath(thread_id, message_id)),
    })),
  }),
})

const readDiscussion = tool({
  name: 'read_discussion',
  title: 'Read a discussion',
  description: `Reads a discussion with its group replies, ${REPLIES_AT_MOST} at a time. Quote members exactly, and link to their reply.`,
  operation: 'thread',
  args: z.object({ discussion_id: id, offset: z.number().int().min(0).default(0) }),
  variables: ({ discussion_id, offset }) => ({ id: discussion_id, limit: REPLIES_AT_MOST, offset }),
  answer: ({ thread }: ReadThread, link) =>
    thread && {
      topic: thread.topic,
      by: personOf(thread.author),
      date: thread.pub_date,
      networks: thread.peer_networks.map(({ display_name }) => display_name),
      question: thread.cleaned_body,
      num_of_replies: thread.num_of_responses,
      replies: thread.messages
        .filter(({ is_original_message }) => !is_original_message)
        .map((message) => ({
          by: personOf(message.sender),
          date: message.pub_date,
          text: plainText(message.parsed_body),
          url: link(messagePath(thread.id, message.id)),
        })),
      url: link(threadPath(thread.id)),
    },
})

const findMembers = tool({
  name: 'find_members',
  title: 'Find members',
  description: 'Finds members of the directory by name, title, company, city or what they know.',
  operation: 'profilesSearchFilter',
  args: z.object({ search, limit }),
  variables: (args) => args,
  answer: ({ profiles_search_filter: { count, items } }: FoundMembers, link) => ({
    count,
    members: items.map((member) => ({
      member_id: member.id,
      name: personOf(member),
      place: [member.city, member.country].filter(Boolean).join(', '),
      knows: namesOf(member.areas_of_expertise),
      url: link(memberPath(member.id)),
    })),
  }),
})

const readMember = tool({
  name: 'read_member',
  title: 'Read a profile',
  description: 'Reads what a member says about themselves.',
  operation: 'profile',
  args: z.object({ member_id: id }),
  variables: ({ member_id }) => ({ id: member_id }),
  answer: ({ profile }: ReadMember, link) =>
    profile && {
      name: personOf(profile),
      place: [profile.city, profile.country].filter(Boolean).join(', '),
      about: profile.bio,
      knows: namesOf(profile.areas_of_expertise),
      url: link(memberPath(profile.id)),
    },
})

const searchDocuments = tool({
  name: 'search_documents',
  title: 'Search documents',
  description: 'Finds documents that members share, with the pages that say it. The files open on the website only.',
  operation: 'SearchPeerDocuments',
  args: z.object({ search, limit }),
  variables: (args) => args,
  answer: ({ peer_documents: { count, items } }: FoundDocuments, link) => ({
    count,
    documents: items.map(({ id: document, title, description, date_uploaded, topics, page_hits }) => ({
      title,
      description,
      date: date_uploaded,
      topics: namesOf(topics),
      pages: page_hits.map(({ number, excerpt }) => ({ page: number, excerpt: plainText(excerpt) })),
      url: link(`${ROUTES.peerDocuments}/${document}`),
    })),
  }),
})

const searchEvents = tool({
  name: 'search_events',
  title: 'Search events',
  description: 'Finds events, past and upcoming.',
  operation: 'SearchFilterEvents',
  args: z.object({ search, limit }),
  variables: (args) => args,
  answer: ({ events: { count, items } }: FoundEvents, link) => ({
    count,
    events: items.map(({ id: event, title, description, wall_start, time_zone, venue }) => ({
      title,
      starts: `${wall_start} ${time_zone}`,
      venue,
      description,
      url: link(eventPath(event)),
    })),
  }),
})

const findExperts = tool({
  name: 'find_experts',
  title: 'Find experts',
  description: 'Finds lawyers, firms, companies and software that members recommend. Read one with read_expert.',
  operation: 'SearchFilterExperts',
  args: z.object({ search, limit }),
  variables: (args) => args,
  answer: ({ experts: { count, items } }: FoundExperts, link) => ({
    count,
    experts: items.map((expert) => ({
      expert_id: expert.id,
      name: expert.name,
      type: expert.type,
      company: expert.company?.name ?? null,
      knows: namesOf(expert.areas_of_expertise),
      num_of_recommendations: expert.recommendations.count,
      recommendation: expert.recommendations.items[0]?.cleaned_message ?? null,
      url: link(expertPath(expert.id)),
    })),
  }),
})

const readExpert = tool({
  name: 'read_expert',
  title: 'Read about an expert',
  description: 'Reads what members wrote when they recommended an expert.',
  operation: 'GetExpertProfile',
  args: z.object({ expert_id: id }),
  variables: ({ expert_id }) => ({ id: expert_id }),
  answer: ({ expert_profile: expert }: ReadExpert, link) =>
    expert && {
      name: expert.name,
      type: expert.type,
      company: expert.company?.name ?? null,
      website: expert.company?.website ?? null,
      knows: namesOf(expert.areas_of_expertise),
      recommendations: expert.recommendations.items.map(({ cleaned_message, pub_date }) => ({
        text: cleaned_message,
        date: pub_date,
      })),
      url: link(expertPath(expert.id)),
    },
})

export const MCP_TOOLS: readonly McpTool[] = [
  searchDiscussions,
  readDiscussion,
  findMembers,
  readMember,
  searchDocuments,
  searchEvents,
  findExperts,
  readExpert,
]
