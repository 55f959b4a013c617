/** The export of a member's own data, and account deletion. */
import { describe, expect, it } from 'vitest'
import { AccountSettings, InitialUser, LikeEntity, thread, UpdateProfilePicture } from '#api/operations.ts'
import sharp from 'sharp'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { networkIds, insertMessage, insertThread } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const { legal } = await networkIds(testServer)
const post = (client: Client, path: string, body: object = {}) => client.send('POST', `/api/account/${path}`, { body })
const state = async (client: Client) =>
  (
    (await client.send('GET', '/api/account/own-data')).body as {
      data: { export: object | null; deletion: object | null }
    }
  ).data
const mailed = async (to: string, kind: string) => {
  await testServer.runJobs()
  return testServer.sql<{ text: string }>(
    'select text from outgoing_mails where "to" = $1 and kind = $2 order by id desc',
    [to, kind],
  )
}
const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)

describe('a copy of one’s own data', async () => {
  const { id, opening } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'Of Marcus' })
  const canary = 'canary-of-somebody-else'
  await insertMessage(testServer, {
    thread: id,
    sender: helen.id,
    parent: opening,
    body: 'My private word.',
    readers: [helen.id, marcus.id],
  })
  await insertMessage(testServer, {
    thread: id,
    sender: marcus.id,
    parent: opening,
    body: `To Helen: ${canary}`,
    readers: [helen.id, marcus.id],
  })
  const liked = await insertMessage(testServer, {
    thread: id,
    sender: marcus.id,
    parent: opening,
    body: `In public: ${canary}`,
  })
  await testServer.sql('insert into member_blocks (user_id, blocked_user_id) values ($1, $2)', [marcus.id, helen.id])
  await helen.ask(LikeEntity, { likes: [{ entity_type: 'message', entity_id: liked, sentiment: true }] })
  const tokenOf = async () => /copy=([\w-]{22})#/.exec((await mailed(demoMembers.member, 'data-export'))[0]!.text)![1]!
  const open = (client: Client, token: string, password = DEMO_PASSWORD) =>
    post(client, 'export/file', { token, password })

  it('is asked for with the password, made beside the request, and its link comes by mail', async () => {
    expect(await state(helen)).toEqual({ export: null, deletion: null })
    expect((await post(helen, 'export', { password: 'wrong' })).body).toMatchObject({ field: 'password' })
    expect((await post(helen, 'export')).body).toMatchObject({ code: 'accounts.password_missing' })
    expect((await post(helen, 'export', { password: DEMO_PASSWORD })).status).toBe(200)
    expect((await post(helen, 'export', { password: DEMO_PASSWORD })).body).toMatchObject({
      code: 'accounts.export_waiting',
    })
    expect((await state(helen)).export).toMatchObject({ ready_at: null })
    expect(await mailed(demoMembers.member, 'alert-export')).toHaveLength(1)
    expect((await state(helen)).export).toMatchObject({ expires_at: expect.any(String) as string })
  })

  it('holds everything of the member and nothing of anybody else, and no secret', async () => {
    const answer = await open(helen, await tokenOf())
    expect(answer.headers.get('content-disposition')).toContain('counterpart-data.json')
    const copy = JSON.parse(answer.text) as Record<string, Record<string, unknown>[]>
    expect(copy['profile']).toMatchObject([{ email: demoMembers.member, first_name: 'Helen' }])
    expect(
      copy['messages']!.some(({ body, is_private }) => is_private && String(body).includes('My private word')),
    ).toBe(true)
    expect(copy['likes']).toEqual(
      expect.arrayContaining([expect.objectContaining({ entity_id: liked, sentiment: true })]),
    )
    expect(copy['sessions']!.length).toBeGreaterThan(0)
    expect(copy['networks']!.length).toBeGreaterThan(0)
    expect(copy['blocked_members']).toEqual([])
    expect(answer.text).not.toContain(canary)
    const secrets = await testServer.sql<{ secret: string }>(
      'select token as secret from sessions union select password from accounts union select token_hash from data_exports where token_hash is not null',
    )
    for (const { secret } of secrets) expect(answer.text).not.toContain(secret)
    expect(Object.keys(copy).toSorted()).toEqual(
      expect.arrayContaining(['drafts', 'files', 'follows', 'invitations', 'passkeys', 'threads', 'uploads', 'votes']),
    )
  })

  it('opens with the password, for its member, for 24 hours', async () => {
    const token = await tokenOf()
    expect((await open(helen, token, 'wrong')).status).toBe(400)
    expect((await open(marcus, token)).status).toBe(404)
    expect((await open(helen, 'x'.repeat(22))).status).toBe(404)
    const [file] = await testServer.sql<{ hours: number }>(
      'select extract(epoch from expires_at - ready_at) / 3600 as hours from data_exports where user_id = $1',
      [helen.id],
    )
    expect(Number(file!.hours)).toBe(24)
    await testServer.sql(`update data_exports set expires_at = now() - interval '1 second'`)
    expect((await open(helen, token)).status).toBe(404)
    await testServer.sql(`select graphile_worker.add_job('accounts:sweep-exports')`)
    await testServer.runJobs()
    expect(await testServer.sql('select from data_exports')).toEqual([])
  })

  it('is nobody’s business without a session', async () => {
    const client = testServer.anonymous()
    await client.send('GET', '/auth/login')
    for (const path of ['export', 'export/file', 'deletion', 'deletion/take-back'])
      expect((await post(client, path, { password: DEMO_PASSWORD, token: 'x' })).status).toBe(401)
    expect((await client.send('GET', '/api/account/own-data')).status).toBe(401)
  })
})

describe('leaving', async () => {
  const { id, opening } = await insertThread(testServer, {
    author: helen.id,
    networks: [legal],
    topic: 'Before leaving',
  })
  await insertMessage(testServer, { thread: id, sender: marcus.id, parent: opening, body: 'An answer.' })
  const due = () => testServer.sql(`update deletion_requests set due_at = now() where taken_back_at is null`)
  const work = async () => {
    await testServer.sql(`select graphile_worker.add_job('accounts:delete-due')`)
    await testServer.runJobs()
  }

  it('is requested with the password; staff are notified, and it can be cancelled for 14 days', async () => {
    expect((await post(helen, 'deletion', { password: 'wrong' })).status).toBe(400)
    expect((await post(helen, 'deletion', { password: DEMO_PASSWORD })).status).toBe(200)
    expect((await post(helen, 'deletion', { password: DEMO_PASSWORD })).body).toMatchObject({
      code: 'accounts.leaving_already',
    })
    const [days] = await testServer.sql<{ days: number }>(
      'select extract(day from due_at - requested_at)::integer as days from deletion_requests',
    )
    expect(days!.days).toBe(14)
    expect(await mailed(demoMembers.member, 'leaving')).toHaveLength(1)
    expect((await mailed(demoMembers.staff, 'leaving-staff'))[0]!.text).toContain('Helen Marsh')
    await work()
    expect((await helen.ask(AccountSettings, {})).viewer.first_name).toBe('Helen')
    expect((await post(helen, 'deletion/take-back')).status).toBe(200)
    expect((await post(helen, 'deletion/take-back')).status).toBe(404)
    await due()
    await work()
    expect((await helen.ask(AccountSettings, {})).viewer.first_name).toBe('Helen')
    expect((await state(helen)).deletion).toBeNull()
    const ruth = await testServer.member(demoMembers.staff)
    expect((await post(ruth, 'deletion', { password: DEMO_PASSWORD })).body).toMatchObject({
      code: 'accounts.staff_stay',
    })
  })

  it('goes on with the others when one of them cannot be deleted', async () => {
    const [samuel, grace] = await testServer.members(demoMembers.finance, demoMembers.billing)
    for (const each of [samuel, grace]) await post(each, 'deletion', { password: DEMO_PASSWORD })
    await due()
    await testServer.sql(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
       create trigger refuse before update on users for each row when (old.id = ${samuel.id}) execute function refuse()`,
    )
    await work()
    const nameOf = async ({ id }: Client) =>
      (await testServer.sql<{ first_name: string }>('select first_name from users where id = $1', [id]))[0]!.first_name
    expect([await nameOf(samuel), await nameOf(grace)]).toEqual(['Samuel', 'Former'])
    await testServer.sql('drop trigger refuse on users')
    await testServer.sql('update graphile_worker._private_jobs set run_at = now()')
    await work()
    expect(await nameOf(samuel)).toBe('Former')
  })

  it('leaves what was posted under “Former member”, and nothing else of the person', async () => {
    const mention = await insertMessage(testServer, {
      thread: id,
      sender: marcus.id,
      parent: opening,
      body: `<p>As <span data-mention-id="${helen.id}">@Helen Marsh</span> says.</p>`,
    })
    await testServer.sql('insert into message_mentioned_users (message_id, user_id) values ($1, $2)', [
      mention,
      helen.id,
    ])
    const { key } = await uploaded(
      testServer,
      helen,
      'me.png',
      await sharp({ create: { width: 300, height: 300, channels: 3, background: '#a02020' } })
        .png()
        .toBuffer(),
    )
    const picture = (await helen.ask(UpdateProfilePicture, { attachment_key: key })).updateProfilePicture
      .profile_pic_url!
    const likes = await testServer.sql('select from likes where user_id = $1', [helen.id])
    expect(likes.length).toBeGreaterThan(0)
    await post(helen, 'deletion', { password: DEMO_PASSWORD })
    await due()
    await work()

    expect((await helen.op(InitialUser, {})).status).toBe(401)
    const read = await marcus.ask(thread, { id })
    expect(read.thread?.author).toMatchObject({ name: 'Former member', title: null, is_online: false })
    expect(JSON.stringify(read)).not.toContain('Helen')
    expect((await marcus.send('GET', picture)).status).toBe(404)
    const [person] = await testServer.sql('select * from users where id = $1', [helen.id])
    for (const trace of ['Helen', 'Marsh', demoMembers.member, 'Ostrander', 'Chicago'])
      expect(JSON.stringify(person)).not.toContain(trace)
    // Rows whose foreign key to users cascades or sets null are gone, except those that count for others.
    const owned = await testServer.sql<{ place: string; column: string }>(
      `select c.conrelid::regclass::text as place, a.attname as column from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and c.confrelid = 'users'::regclass and c.confdeltype in ('c', 'n')`,
    )
    expect(owned.length).toBeGreaterThan(25)
    for (const { place, column } of owned.filter(
      (each) => !['likes', 'poll_votes', 'deletion_requests', 'anonymous_messages'].includes(each.place),
    ))
      expect({ place, rows: await testServer.sql(`select from ${place} where ${column} = $1`, [helen.id]) }).toEqual({
        place,
        rows: [],
      })
    expect(await testServer.sql('select from likes where user_id = $1', [helen.id])).toHaveLength(likes.length)
    expect(await testServer.sql(`select kind from outgoing_mails where "to" = $1`, [demoMembers.member])).toEqual([
      { kind: 'left' },
    ])
    const client = testServer.anonymous()
    await client.send('GET', '/auth/login')
    expect((await client.signIn(demoMembers.member, DEMO_PASSWORD)).status).toBe(401)
    await work()
    expect(
      await testServer.sql('select from deletion_requests where user_id = $1 and done_at is not null', [helen.id]),
    ).toHaveLength(1)
  })
})
