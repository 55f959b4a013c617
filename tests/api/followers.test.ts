/** Members follow members. */
import { describe, expect, it } from 'vitest'
import {
  BlockMember,
  FollowUser,
  GetAllUserFollowData,
  profile,
  TrackMemberView,
  UnblockMember,
  UnfollowUser,
} from '#api/operations.ts'
import { demoMembers } from '../demo-members.ts'
import { startTestServer } from '../harness/test-server.ts'

const testServer = await startTestServer()
const [helen, marcus, samuel, camille] = await testServer.members(
  demoMembers.member,
  demoMembers.peer,
  demoMembers.finance,
  demoMembers.groupAdmin,
)
const nobody = testServer.anonymous()
await testServer.sql('delete from user_follows')
const UNKNOWN = 9_007_199_254_740_991
const dataOf = async (client: typeof helen, user_id: number) =>
  (await client.ask(GetAllUserFollowData, { user_id, viewing_user_id: client.id })).user_follow_data
const follow = (client: typeof helen, other: { id: number }) => client.ask(FollowUser, { user_id: other.id })

describe('FollowUser and UnfollowUser (OP-FollowUser, OP-UnfollowUser, FEATURE-member-following, FIELD-user.follows)', () => {
  it('follow once, notify once, and can be undone', async () => {
    const stream = await marcus.stream()
    expect((await follow(helen, marcus)).followUser).toMatchObject({
      user_id: marcus.id,
      followed_at: expect.any(String),
    })
    await follow(helen, marcus)
    const told = await stream.next(({ data }) => data['signal'] === 'people.followed')
    expect(told.data).toMatchObject({ actor_id: helen.id, user_id: marcus.id })
    expect((await helen.ask(profile, { id: marcus.id })).profile).toMatchObject({
      is_followed: true,
      follows_reader: false,
      num_of_followers: 1,
    })
    expect((await marcus.ask(profile, { id: helen.id })).profile).toMatchObject({
      is_followed: false,
      follows_reader: true,
      num_of_following: 1,
    })
    expect((await helen.ask(UnfollowUser, { user_id: marcus.id })).unfollowUser).toEqual({
      user_id: marcus.id,
      followed_at: null,
    })
    expect((await helen.ask(profile, { id: marcus.id })).profile).toMatchObject({
      is_followed: false,
      num_of_followers: 0,
    })
    stream.close()
  })

  it('refuse oneself, whom the directory does not reach, and whoever stands apart, without saying who did', async () => {
    expect((await helen.op(FollowUser, { user_id: helen.id })).code).toBe('people.own')
    const hidden = await helen.op(FollowUser, { user_id: samuel.id })
    expect(hidden.code).toBe('people.not_found')
    expect(hidden.text).toBe((await helen.op(FollowUser, { user_id: UNKNOWN })).text)
    await marcus.ask(BlockMember, { user_id: helen.id })
    const answers = [
      await helen.op(FollowUser, { user_id: marcus.id }),
      await marcus.op(FollowUser, { user_id: helen.id }),
    ]
    expect(answers.map(({ code, text }) => [code, text])).toEqual([
      ['people.not_followed', answers[1]!.text],
      ['people.not_followed', answers[0]!.text],
    ])
    await marcus.ask(UnblockMember, { user_id: helen.id })
    expect((await nobody.op(FollowUser, { user_id: helen.id })).status).toBe(401)
    expect((await nobody.op(UnfollowUser, { user_id: helen.id })).status).toBe(401)
  })

  it('cannot follow for another: an unfollowing is one’s own', async () => {
    await follow(camille, marcus)
    await helen.ask(UnfollowUser, { user_id: marcus.id })
    expect(await testServer.sql('select * from user_follows where user_id = $1', [camille.id])).toHaveLength(1)
    await camille.ask(UnfollowUser, { user_id: marcus.id })
  })
})

describe('GetAllUserFollowData (OP-GetAllUserFollowData)', () => {
  it('lists both sides with the reader’s own state, without the suspended', async () => {
    await follow(helen, camille)
    await follow(marcus, camille)
    await follow(camille, marcus)
    const [derek] = await testServer.sql<{ id: number }>('select id from users where email = $1', [
      demoMembers.suspended,
    ])
    await testServer.sql('insert into user_follows (user_id, followed_user_id) values ($1, $2), ($2, $1)', [
      derek!.id,
      camille.id,
    ])
    const found = (await dataOf(helen, camille.id))!
    expect(found.followers.map(({ user, is_followed }) => [user.name, is_followed])).toEqual([
      ['Marcus Oyelaran', false],
      ['Helen Marsh', false],
    ])
    expect(found.following.map(({ user }) => user.name)).toEqual(['Marcus Oyelaran'])
    expect([found.num_of_followers, found.num_of_following]).toEqual([2, 1])
    await follow(helen, marcus)
    expect((await dataOf(helen, camille.id))!.followers[0]!.is_followed).toBe(true)
  })

  it('is asked in one’s own name only, about whom one may read (DECISION-user-id-variables, threat 3)', async () => {
    expect(
      (await helen.ask(GetAllUserFollowData, { user_id: camille.id, viewing_user_id: marcus.id })).user_follow_data,
    ).toBeNull()
    expect(await dataOf(helen, samuel.id)).toBeNull()
    expect((await nobody.op(GetAllUserFollowData, { user_id: camille.id, viewing_user_id: camille.id })).status).toBe(
      401,
    )
  })

  it('names nobody whom the reader cannot come upon', async () => {
    // Camille is in The Suite as well, where a member whom Helen cannot see follows her.
    const susan = await testServer.member('susan@members.test')
    await follow(susan, camille)
    const names = (await dataOf(helen, camille.id))!.followers.map(({ user }) => user.name)
    expect(names).not.toContain('Susan Okonkwo-Blake')
    expect((await dataOf(helen, camille.id))!.num_of_followers).toBe(names.length)
    expect((await dataOf(marcus, camille.id))!.followers.map(({ user }) => user.name)).toContain('Susan Okonkwo-Blake')
  })
})

describe('TrackMemberView (OP-TrackMemberView)', () => {
  it('counts a view of another member’s page, and shows it to nobody', async () => {
    expect((await helen.ask(TrackMemberView, { user_id: marcus.id })).trackMemberView).toMatchObject({
      user_id: marcus.id,
    })
    await helen.ask(TrackMemberView, { user_id: marcus.id })
    expect(await testServer.sql('select * from profile_views where user_id = $1', [helen.id])).toHaveLength(1)
    expect((await helen.op(TrackMemberView, { user_id: helen.id })).code).toBe('people.own')
    expect((await helen.op(TrackMemberView, { user_id: samuel.id })).text).toBe(
      (await helen.op(TrackMemberView, { user_id: UNKNOWN })).text,
    )
    expect((await nobody.op(TrackMemberView, { user_id: marcus.id })).status).toBe(401)
  })
})
