/** Events of the large dataset, half of them past, with two recordings and a document each. */
import { UNTIL, type Plan, type Step } from './large-plan.ts'

/** One for each of so many messages, up to the most. */
const MESSAGES_EACH = 60
const MOST_EVENTS = 500

export const eventSteps = ({ members, networks, messages }: Plan): Step[] => {
  const events = Math.min(MOST_EVENTS, Math.ceil(messages / MESSAGES_EACH))
  const videos = events * 2
  return [
    [
      'Events',
      `insert into event_categories (name, banner) values ('Meetings', 'columns'), ('Online', 'rings');
     insert into events (peer_network_id, category_id, title, description, wall_start, wall_end, time_zone, capacity)
       select 1 + n % ${networks}, (select min(id) from event_categories) + n % 2, 'Event ' || n || ' about topic ' || n % 97,
         'What was decided about topic ' || n % 89 || ', and what came of it.', at, at + interval '1 hour',
         (array['America/New_York', 'Europe/London', 'Asia/Tokyo'])[1 + n % 3], 20 + n % 100
       from generate_series(1, ${events}) n
       cross join lateral (select (${UNTIL})::timestamp + (n - ${events / 2}) * interval '1 day' as at) x;
     insert into event_areas_of_expertise (event_id, area_of_expertise_id)
       select e.id, a.id from events e join areas_of_expertise a on (e.id + a.id) % 11 = 0;
     insert into event_registrations (event_id, user_id, status, registered_at)
       select e.id, 1 + (e.id * 31 + n * 7) % ${members}, 'going', ${UNTIL} from events e cross join generate_series(1, 15) n on conflict do nothing;
     insert into material_videos (name, file_type, size, storage_key, duration)
       select 'Recording ' || n || '.webm', 'video/webm', 1, repeat('0', 64), 600 + n % 3000 from generate_series(1, ${videos}) n;
     insert into material_cues (video_id, place, starts_at_ms, ends_at_ms, content)
       select v.id, n, n * 5000, n * 5000 + 5000, 'Line ' || n || ' about topic ' || (v.id + n) % 211
       from material_videos v cross join generate_series(0, 39) n;
     insert into event_videos (event_id, video_id, title)
       select 1 + v.id % ${events}, v.id, 'Recording ' || v.id from material_videos v where v.id <= ${videos};
     insert into material_files (name, file_type, size, storage_key, num_of_pages, outcome)
       select 'Slides ' || n || '.pdf', 'application/pdf', 1, repeat('0', 64), 1, 'read' from generate_series(1, ${events}) n;
     insert into event_documents (event_id, file_id, title) select row_number() over (order by f.id), f.id, 'Slides ' || f.id from material_files f where f.name like 'Slides %';`,
    ],
  ]
}
