/** The Learning Hub of the large dataset: series with parts, documents and what members watched. */
import { UNTIL, type Plan, type Step } from './large-plan.ts'

/** One series for each of so many messages, up to the most, and two recordings for each. */
const MESSAGES_EACH = 300
const MOST_SERIES = 100
const PARTS = 5
/** Lines of a transcript. */
const CUES = 60
const DURATION = 1_800

export const learningSteps = ({ members, networks, messages }: Plan): Step[] => {
  const series = Math.min(MOST_SERIES, Math.ceil(messages / MESSAGES_EACH))
  const videos = series * 2
  return [
    [
      'Series',
      `insert into material_videos (name, file_type, size, storage_key, duration)
       select 'Recording ' || n, 'video/mp4', 1000000, 'none-' || n, ${DURATION} from generate_series(1, ${videos}) n order by n;
     insert into material_cues (video_id, place, starts_at_ms, ends_at_ms, content)
       select v.id, k, k * ${(DURATION / CUES) * 1000}, (k + 1) * ${(DURATION / CUES) * 1000}, 'Line ' || k || ' about clause ' || (v.id * 7 + k) % 50 || ' and what the board decided.'
       from material_videos v cross join generate_series(0, ${CUES - 1}) k where v.file_type = 'video/mp4' order by v.id, k;
     insert into series (peer_network_id, title, description, published_at)
       select 1 + (n - 1) % ${networks}, 'Series ' || n, 'Parts about clause ' || n % 50 || '.', ${UNTIL} - make_interval(days => n) from generate_series(1, ${series}) n order by n;
     insert into series_videos (series_id, index, video_id, title)
       select s.id, k, 1 + (s.id * ${PARTS} + k) % ${videos}, 'Part ' || k || ' of series ' || s.id from series s cross join generate_series(1, ${PARTS}) k order by s.id, k;
     insert into material_files (name, file_type, size, storage_key, num_of_pages, outcome)
       select 'Paper ' || n || '.pdf', 'application/pdf', 1000, 'none-paper-' || n, 1, 'read' from generate_series(1, ${series * 2}) n order by n;
     insert into material_pages (file_id, number, label, content)
       select f.id, 1, 'Page', 'Model form for clause ' || f.id % 50 || '.' from material_files f where f.name like 'Paper %';
     insert into series_documents (series_id, file_id, title, place)
       select 1 + (f.id - 1) % ${series}, f.id, 'Paper ' || f.id, 0 from material_files f where f.name like 'Paper %';
     insert into series_sponsors (series_id, first_name, company, email)
       select s.id, 'Sam', 'Sponsor ' || s.id, 'sponsor-' || s.id || '@large.test' from series s where s.id % 3 = 0;
     insert into watch_progress (user_id, video_id, position, watched, completed_at, updated_at)
       select u.n, 1 + (u.n * 13 + k) % ${videos}, ${DURATION / 2}, '{[0,${DURATION / 2})}', case when k % 2 = 0 then ${UNTIL} end, ${UNTIL} - make_interval(days => k)
       from generate_series(1, ${members} / 10) u(n) cross join generate_series(1, 5) k;`,
    ],
  ]
}
