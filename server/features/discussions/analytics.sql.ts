import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'

export const selectAnonymous = {
  name: 'select-anonymous-references',
  text: `
    select exists (
      select from threads t where t.author_id = ${ANONYMOUS_USER_ID} and t.id = any(
        $1::bigint[] || array(select m.thread_id from messages m where m.id = any($2)) || array(select p.thread_id from polls p where p.id = any($3)))) as is_anonymous`,
}
