/** RecordWatching: the position on every device, and never more watched seconds than time has passed. */
import { beforeEach, describe, expect, it } from 'vitest'
import { GetEventVideoById, GetMainStageSessionById, RecordWatching } from '#api/operations.ts'
import { WATCH_CALL_SECONDS } from '#shared/materials.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, samuel, marcus] = await testServer.members(demoMembers.member, demoMembers.finance, demoMembers.peer)
const [recording] = await testServer.sql<{ id: number; video_id: number }>(
  `select id, video_id from event_videos where title = 'Privilege in internal investigations'`,
)
const id = recording!.id
const watch = async (client: typeof helen, part: { position: number; from?: number; to?: number }) =>
  (await client.ask(RecordWatching, { kind: 'event_video', id, ...part })).recordWatching
/** As if so many seconds had passed since the last call. */
const wait = (seconds: number) =>
  testServer.sql('update watch_progress set counted_until = counted_until - make_interval(secs => $1)', [seconds])

beforeEach(() => testServer.sql('delete from watch_progress'))

describe('RecordWatching', () => {
  it('goes on where the member stopped, on any device and wherever the video is', async () => {
    await watch(helen, { position: 17 })
    const other = await testServer.member(demoMembers.member)
    const { event_video } = await other.ask(GetEventVideoById, { id })
    expect(event_video!.video!.progress).toMatchObject({ position: 17, watched: 0, completed_at: null })
    const [session] = await testServer.sql<{ id: number }>('select id from mainstage_sessions where video_id = $1', [
      recording!.video_id,
    ])
    const { mainstage_session } = await other.ask(GetMainStageSessionById, { id: session!.id })
    expect(mainstage_session!.video!.progress).toMatchObject({ position: 17 })
    expect((await marcus.ask(GetEventVideoById, { id })).event_video!.video!.progress).toBeNull()
  })

  it('counts each second once', async () => {
    await watch(helen, { position: 0 })
    await wait(10)
    expect(await watch(helen, { position: 10, from: 0, to: 10 })).toMatchObject({ watched: 10 })
    await wait(10)
    expect(await watch(helen, { position: 12, from: 2, to: 12 })).toMatchObject({ watched: 12 })
  })

  it('counts no more than the time that has passed: not at once, not for twice the speed, not in two tabs', async () => {
    expect(await watch(helen, { position: 60, from: 0, to: 60 })).toMatchObject({ watched: 0, position: 60 })
    expect((await watch(helen, { position: 60, from: 0, to: 60 })).watched).toBe(0)
    await wait(10)
    expect((await watch(helen, { position: 20, from: 0, to: 20 })).watched).toBe(10)
    await wait(10)
    const tabs = await Promise.all([
      watch(helen, { position: 30, from: 20, to: 30 }),
      watch(helen, { position: 50, from: 40, to: 50 }),
    ])
    expect(Math.max(...tabs.map(({ watched }) => watched))).toBe(20)
  })

  it(`counts at most ${WATCH_CALL_SECONDS} seconds after a pause of any length`, async () => {
    await watch(helen, { position: 0 })
    await wait(86_400)
    expect((await watch(helen, { position: 60, from: 0, to: 60 })).watched).toBe(WATCH_CALL_SECONDS)
  })

  it('is completed at the end, after enough was played, and stays so', async () => {
    await watch(helen, { position: 0 })
    expect((await watch(helen, { position: 60 })).completed_at).toBeNull()
    await wait(25)
    const done = await watch(helen, { position: 60, from: 35, to: 60 })
    expect(done.completed_at).not.toBeNull()
    expect((await watch(helen, { position: 3 })).completed_at).toBe(done.completed_at)
  })

  it('stays within the video, whatever is sent', async () => {
    expect(await watch(helen, { position: 2_147_483_647 })).toMatchObject({ position: 60 })
    await wait(30)
    expect(await watch(helen, { position: -5, from: 2_000_000_000, to: 2_147_483_647 })).toMatchObject({
      position: 0,
      watched: 0,
    })
  })

  it('refuses what the member may not watch like what does not exist', async () => {
    const refused = await samuel.op(RecordWatching, { kind: 'event_video', id, position: 1 })
    const missing = await samuel.op(RecordWatching, { kind: 'event_video', id: 999_999, position: 1 })
    expect(refused.code).toBe('materials.video_not_found')
    expect(refused.text).toBe(missing.text)
    expect((await samuel.op(RecordWatching, { kind: 'series_video', id: 1, position: 1 })).code).toBe(refused.code)
  })
})
