import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, expect, inject, it } from 'vitest'
import { migrate } from '#server/platform/database/migrations.ts'
import { ANONYMOUS_USER_ID } from '#shared/anonymity.ts'
import { connectionTo, databaseUrl } from '../harness/connection.ts'

const files = readdirSync(new URL('../../database/migrations/', import.meta.url))
const server = inject('postgres')
const name = `counterpart_migrations_${process.pid}`
await connectionTo(server, 'postgres', (client) => client.query(`create database ${name}`))
afterAll(() => connectionTo(server, 'postgres', (client) => client.query(`drop database ${name} with (force)`)))

it('lets servers start together on an empty database, each migration applied once', async () => {
  await Promise.all(Array.from({ length: 3 }, () => connectionTo(server, name, migrate)))
  const once = await connectionTo(server, name, (client) =>
    client.query('select count(*)::integer as n from migrations'),
  )
  await connectionTo(server, name, migrate)
  const again = await connectionTo(server, name, (client) =>
    client.query('select count(*)::integer as n from migrations'),
  )
  expect(once.rows[0]).toEqual({ n: files.length })
  expect(again.rows).toEqual(once.rows)
})

it('builds an index again that a start was cut off in', async () => {
  const client = new pg.Client({ connectionString: databaseUrl(server, name) })
  await client.connect()
  const isValid = async () =>
    (
      await client.query<{ indisvalid: boolean }>(
        `select indisvalid from pg_index where indexrelid = 'messages_of_sender'::regclass`,
      )
    ).rows[0]!.indisvalid
  await client.query(`delete from migrations where name like '0054%'`)
  await client.query(`update pg_index set indisvalid = false where indexrelid = 'messages_of_sender'::regclass`)
  expect(await isValid()).toBe(false)
  await connectionTo(server, name, migrate)
  expect(await isValid()).toBe(true)
  await client.end()
})

it('brings in line what was redacted and who was hidden before, and nothing else', async () => {
  await connectionTo(server, name, async (client) => {
    await client.query(`delete from migrations where name ~ '^00(58|62)'`)
    await client.query(`
      insert into users (id, first_name, last_name, email) overriding system value values (1, 'Ada', 'One', 'ada@members.test');
      insert into threads (id, author_id, topic, cleaned_body, cleaned_html) overriding system value values (1, 1, 'A topic', '', '');
      insert into messages (id, thread_id, sender_id, body, parsed_body, cleaned_body)
        overriding system value values (1, 1, 1, '', '', ''), (2, 1, 1, '', '', '');
      insert into message_versions (message_id, version, body, edited_by, created_at)
        select m, v, '', 1, now() - interval '2 days' + v * interval '1 day' from generate_series(1, 2) m, generate_series(1, 2) v;
      insert into moderation_decisions (act_id, item_type, item_id, decision, actor_id, at)
        values (1, 'message', 1, 'edited', 1, now() - interval '12 hours'), (2, 'message', 2, 'approved', 1, now())`)
    // Two private replies in an anonymous thread. User 2 asked and has left; user 3 answered by name and has left.
    await client.query(`
      insert into users (id, first_name, last_name, email) overriding system value
        select n, 'Former', 'member', n || '@members.test' from generate_series(2, 3) n;
      insert into deletion_requests (user_id, due_at, done_at) values (2, now(), now()), (3, now(), now());
      insert into threads (id, author_id, topic, cleaned_body, cleaned_html)
        overriding system value values (2, 9000000000000000, 'Anonymous', '', ''), (3, 1, 'Named', '', '');
      insert into messages (id, thread_id, sender_id, is_private, private_reader_ids, body, parsed_body, cleaned_body)
        overriding system value values (3, 2, 1, true, '{1,2}', '', '', ''), (4, 2, 3, true, '{2,3}', '', '', ''), (5, 3, 1, true, '{1,2}', '', '', '')`)
    await migrate(client)
    const { rows: readers } = await client.query(
      'select id::integer, private_reader_ids::text as readers from messages where is_private order by id',
    )
    expect(readers).toEqual([
      { id: 3, readers: `{1,${ANONYMOUS_USER_ID}}` },
      { id: 4, readers: `{${ANONYMOUS_USER_ID},3}` },
      { id: 5, readers: '{1,2}' },
    ])
    const { rows } = await client.query(
      `select message_id::integer, version from message_versions order by message_id, version`,
    )
    expect(rows).toEqual([
      { message_id: 1, version: 2 },
      { message_id: 2, version: 1 },
      { message_id: 2, version: 2 },
    ])
  })
})
