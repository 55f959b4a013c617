/** Whom members of the large dataset follow, and which threads and profiles they have opened. */
import { UNTIL, type Plan, type Step } from './large-plan.ts'

const FOLLOWED = 10
const THREADS_OPENED = 30
const PROFILES_OPENED = 30

export const followingSteps = ({ threads }: Plan): Step[] => [
  [
    'Follows',
    `create temp table homes as select distinct on (user_id) user_id, network_id, place from places order by user_id, network_id;
     analyze homes;
     insert into user_follows (user_id, followed_user_id, created_at) ${metMembers({ times: FOLLOWED, choice: 141 })};`,
  ],
  [
    'Profiles opened',
    `insert into profile_views (user_id, viewed_user_id, viewed_at) ${metMembers({ times: PROFILES_OPENED, choice: 143 })};`,
  ],
  [
    'Threads opened',
    `insert into viewer_threads (user_id, thread_id, viewed_at)
       select distinct on (h.user_id, o.id) h.user_id, o.id, o.pub_date + (${UNTIL} - o.pub_date) * pg_temp.draw(h.user_id * 1000 + k, 62)
       from homes h
       cross join generate_series(1, ${THREADS_OPENED}) k
       join outline o on o.id = 1 + floor((1 - pg_temp.draw(h.user_id * 1000 + k, 61) ^ 3) * (${threads} - 1))::bigint
       join peer_network_memberships m on m.user_id = h.user_id and m.peer_network_id = o.home
       order by h.user_id, o.id;`,
  ],
  [
    'Threads followed',
    `insert into thread_follows (user_id, thread_id, followed_at, unfollowed_at)
       select user_id, thread_id, viewed_at, case when pg_temp.draw(user_id * 100003 + thread_id, 146) < 0.1 then ${UNTIL} end
       from viewer_threads where pg_temp.draw(user_id * 100003 + thread_id, 145) < 0.3;`,
  ],
]

/** Others of a member's first network; the first of them most often. */
const metMembers = ({ times, choice }: { times: number; choice: number }) => `
  select distinct on (h.user_id, m.user_id) h.user_id, m.user_id, ${UNTIL} - interval '1 year' * pg_temp.draw(h.user_id * 64 + k, ${choice})
  from homes h join sizes z on z.network_id = h.network_id cross join generate_series(1, ${times}) k
  join places m on m.network_id = h.network_id and m.place = floor(power(pg_temp.draw(h.user_id * 64 + k, ${choice + 1}), 1.5) * z.members)::bigint
  where m.user_id <> h.user_id order by h.user_id, m.user_id`
