import { BY_STAFF, copied, describe, each, ID, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const eventsPersonalData: PersonalData = [
  describe(
    'event_people',
    {
      ...each('role title time_zone', copied('events_spoken_at', 'members')),
      name: leftOut('only of people from outside'),
      ...each('id event_id user_id place', leftOut(ID)),
    },
    { order: 'x.id' },
  ),
  describe(
    'event_registrations',
    {
      ...each('status registered_at promoted_at reminded_at', copied('events_attended')),
      ...each('event_id user_id number', leftOut(ID)),
    },
    { order: 'x.registered_at' },
  ),
  describe(
    'event_requests',
    {
      ...each('description created_at answered_at', copied('event_requests', 'staff')),
      ...each('id user_id event_id', leftOut(ID)),
      answered_by: leftOut(BY_STAFF, 'staff'),
    },
    { order: 'x.id' },
  ),
  describe(
    'viewer_events',
    { viewed_at: copied('events_viewed'), ...each('user_id event_id', leftOut(ID)) },
    { order: 'x.viewed_at' },
  ),
  describe(
    'calendar_tokens',
    {
      ...each('created_at fetched_at', copied('calendar')),
      ...each('user_id token_hash', leftOut(ID)),
    },
    { merge: 'erase' },
  ),
]
