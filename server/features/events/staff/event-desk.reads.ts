import { people } from '#server/features/people/index.ts'
import { define, one, page } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { MATERIALS_PAGE } from '#shared/materials.ts'
import { eventLists, events } from '../events.access.ts'
import { eventDesk } from './event-desk.access.ts'

const saved = one((_, { result }) => sql`select e.* from ${events.events} e where e.id = ${result}`)
const requests = sql`select r.* from ${eventDesk.staff_event_requests} r`

export const eventDeskReads = define({
  Query: {
    staff_event_requests: page((_, { args }) => ({
      rows: requests,
      order: sql`r.answered_at is not null, r.id desc`,
      limit: args['limit'],
      offset: args['offset'],
      cap: MATERIALS_PAGE,
      count: sql`select count(*)::integer from (${requests}) c`,
    })),
  },
  StaffEventRequest: {
    user: one((r) => sql`select u.* from ${people.people} u where u.id = ${r}.user_id`),
    event: one((r) => sql`select e.* from ${events.events} e where e.id = ${r}.event_id`),
  },
  Mutation: {
    saveEvent: saved,
    cancelEvent: saved,
    saveEventCategory: one(
      (_, { result }) => sql`select c.* from ${eventLists.event_categories} c where c.id = ${result}`,
    ),
    saveMainStageSession: saved,
    removeMainStageSession: saved,
    addEventDocument: saved,
    removeEventDocument: saved,
    addEventVideo: saved,
    removeEventVideo: saved,
    saveEventPhotos: saved,
    answerEventRequest: one((_, { result }) => sql`${requests} where r.id = ${result}`),
  },
})
