/** People of an event as staff type them: a line each, "speaker: member@company.com" or "host: Name, title (Europe/London)". */
import type { EventPersonInput } from '#api/operations.ts'
import { EVENT_ROLES } from '#shared/events.ts'
import type { EventView } from '#web/features/events/events.queries.ts'

const LINE = /^(host|speaker|sponsor)s?\s*:\s*(.+)$/i
const ZONE = /\s*\(([A-Za-z_]+\/[A-Za-z_/]+)\)$/
const MEMBER = /^#(\d+)\b/

/** A member who is chosen already begins with # and the number of the account. */
export function linesOf({ hosts, speakers, sponsors }: Pick<EventView, 'hosts' | 'speakers' | 'sponsors'>): string {
  const lines = (role: string, people: EventView['hosts']) =>
    people.map(({ name, title, time_zone, user }) => {
      const who = user ? `#${user.id} ${name}` : [name, title].filter(Boolean).join(', ')
      return `${role}: ${who}${time_zone ? ` (${time_zone})` : ''}`
    })
  return [...lines('host', hosts), ...lines('speaker', speakers), ...lines('sponsor', sponsors)].join('\n')
}

/** The first line that cannot be read is returned as `wrong`. */
export function peopleIn(text: string): { people: EventPersonInput[]; wrong?: string } {
  const people: EventPersonInput[] = []
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue
    const parts = LINE.exec(line)
    if (!parts) return { people, wrong: line }
    const role = EVENT_ROLES.find((each) => each === parts[1]!.toLowerCase())!
    const time_zone = ZONE.exec(parts[2]!)?.[1] ?? null
    const who = parts[2]!.replace(ZONE, '').trim()
    const id = MEMBER.exec(who)?.[1]
    if (id) people.push({ role, user_id: Number(id), time_zone })
    else if (/^\S+@\S+$/.test(who)) people.push({ role, email: who, time_zone })
    else {
      const [name = '', ...title] = who.split(',')
      people.push({ role, name: name.trim(), title: title.join(',').trim() || null, time_zone })
    }
  }
  return { people }
}
