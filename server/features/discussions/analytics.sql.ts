import { sql } from '#server/platform/graph/sql.ts'
import { statement } from '#server/platform/database/statement.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

export const selectAnonymous = statement(
  'select-anonymous-references',
  { threads: 'bigint[]', messages: 'bigint[]', polls: 'bigint[]' },
  (p) => sql`
    select exists (
      select from threads t where t.author_id = ${ANONYMOUS_USER_ID} and t.id = any(
        ${p.threads} || array(select m.thread_id from messages m where m.id = any(${p.messages})) || array(select p.thread_id from polls p where p.id = any(${p.polls})))) as is_anonymous`,
)
