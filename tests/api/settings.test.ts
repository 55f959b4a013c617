/** Members' own settings: name, picture, presence, email preferences, addresses, password. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import {
  AccountSettings,
  CancelEmailChange,
  InitialUser,
  RemoveProfilePicture,
  thread,
  UpdateEmailPreference,
  UpdateName,
  UpdatePassword,
  UpdatePresence,
  UpdateTimeZone,
  UpdatePrimaryEmail,
  UpdateProfilePicture,
  UpdateSecondaryEmail,
} from '#api/operations.ts'
import { demoMembers, DEMO_PASSWORD } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { showOnline } from '../harness/presence.ts'
import { networkIds, insertThread } from '../harness/threads.ts'
import { uploaded } from '../harness/uploads.ts'

const testServer = await startTestServer({ LOGIN_ATTEMPTS: '1000' })
const { legal } = await networkIds(testServer)
const NEW_PASSWORD = 'a lantern over the harbour'

const visitor = async () => {
  const client = testServer.anonymous()
  await client.send('GET', '/auth/login')
  return client
}
const settings = async (client: Client) => (await client.ask(AccountSettings, {})).viewer
const mails = async (to: string, kind: string) => {
  await testServer.runJobs()
  return testServer.sql<{ text: string; subject: string }>(
    'select text, subject from outgoing_mails where "to" = $1 and kind = $2 order by id desc',
    [to, kind],
  )
}
const tokenIn = (text: string) => /(?:reset-password\/|token=)([\w-]{22})\b/.exec(text)![1]!
const linkIn = async (to: string, kind: string) => tokenIn((await mails(to, kind))[0]!.text)
const follow = async (token: string, client?: Client) =>
  (client ?? (await visitor())).send('POST', '/api/auth/confirm-email', { body: { token } })

describe('a name (ROUTE-profile-settings)', async () => {
  const marcus = await testServer.member(demoMembers.peer)

  it('is changed for every reader', async () => {
    expect((await marcus.ask(UpdateName, { first_name: ' Marc ', last_name: 'Oyelaran' })).updateName).toEqual({
      id: marcus.id,
      first_name: 'Marc',
      last_name: 'Oyelaran',
      name: 'Marc Oyelaran',
    })
    const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'By Marc' })
    const helen = await testServer.member(demoMembers.member)
    expect((await helen.ask(thread, { id })).thread?.author.name).toBe('Marc Oyelaran')
  })

  it.each([
    ['', 'Oyelaran', 'first_name', /Enter the first name/],
    ['Marc', '  ', 'last_name', /Enter the last name/],
    ['M'.repeat(101), 'Oyelaran', 'first_name', /101 characters long\. The limit is 100/],
    ['Marc\u202e', 'Oyelaran', 'first_name', /can’t be displayed/],
  ])('is refused as “%s %s”', async (first_name, last_name, field, sentence) => {
    const refused = await marcus.op(UpdateName, { first_name, last_name })
    expect(refused).toMatchObject({ code: 'people.name_invalid', field })
    expect(refused.message).toMatch(sentence)
    expect((await settings(marcus)).name).toBe('Marc Oyelaran')
  })
})

describe('presence', () => {
  it('is shown to nobody once it is switched off, and again when it is on', async () => {
    const [helen, marcus] = await testServer.members(demoMembers.member, demoMembers.peer)
    await showOnline(testServer, [marcus.id])
    const { id } = await insertThread(testServer, { author: marcus.id, networks: [legal], topic: 'Is he there' })
    const seen = async () => (await helen.ask(thread, { id })).thread?.author.is_online
    expect(await seen()).toBe(true)
    expect((await marcus.ask(UpdatePresence, { shows_presence: false })).updatePresence.shows_presence).toBe(false)
    expect(await seen()).toBe(false)
    await marcus.ask(UpdatePresence, { shows_presence: true })
    expect(await seen()).toBe(true)
    expect((await testServer.anonymous().op(UpdatePresence, { shows_presence: false })).status).toBe(401)
  })
})

describe('the time zone', () => {
  it('is one that there is, and kept', async () => {
    const marcus = await testServer.member(demoMembers.peer)
    expect((await marcus.ask(UpdateTimeZone, { time_zone: 'Asia/Kolkata' })).updateTimeZone.time_zone).toBe(
      'Asia/Kolkata',
    )
    for (const time_zone of ['Europe/Atlantis', '', "'; drop", '../etc'])
      expect((await marcus.op(UpdateTimeZone, { time_zone })).code).toBe('people.time_zone_unknown')
    expect((await settings(marcus)).time_zone).toBe('Asia/Kolkata')
    expect((await testServer.anonymous().op(UpdateTimeZone, { time_zone: 'UTC' })).status).toBe(401)
  })
})

describe('the email preference', () => {
  it('is one of four and kept (OP-UpdateEmailPreference, ENUM-email_preference, DECISION-email-preference-default)', async () => {
    const helen = await testServer.member(demoMembers.member)
    expect((await settings(helen)).listserv_email_preference).toBe('default')
    for (const listserv_email_preference of ['all', 'daily_digest', 'none', 'default'] as const) {
      const { updateEmailPreference } = await helen.ask(UpdateEmailPreference, { listserv_email_preference })
      expect(updateEmailPreference.listserv_email_preference).toBe(listserv_email_preference)
      expect((await settings(helen)).listserv_email_preference).toBe(listserv_email_preference)
    }
    const refused = await helen.op(UpdateEmailPreference, { listserv_email_preference: 'weekly' as never })
    expect(refused.status).toBe(400)
  })
})

describe('a picture (OP-UpdateProfilePicture)', async () => {
  const helen = await testServer.member(demoMembers.member)
  const red = () =>
    sharp({ create: { width: 900, height: 600, channels: 3, background: '#a02020' } })
      .withExif({ IFD0: { Copyright: 'where it was taken' } })
      .jpeg()
      .toBuffer()
  const take = async (client: Client) => {
    const { key } = await uploaded(testServer, client, 'me.jpg', await red())
    return client.op(UpdateProfilePicture, { attachment_key: key })
  }

  it('is drawn anew as a square in two sizes, for whoever is signed in', async () => {
    const { data } = await take(helen)
    const { profile_pic_url, profile_thumbnail_url } = data!.updateProfilePicture
    expect(profile_thumbnail_url).toBe(`${profile_pic_url}/small`)
    const reader = await testServer.member(demoMembers.finance)
    for (const [path, pixels] of [
      [profile_pic_url!, 640],
      [profile_thumbnail_url!, 192],
    ] as const) {
      const response = await fetch(`${testServer.url}${path}`, {
        headers: { cookie: [...reader.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      })
      expect(response.headers.get('content-type')).toBe('image/webp')
      const facts = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      expect(facts).toMatchObject({ format: 'webp', width: pixels, height: pixels })
      expect(facts.exif).toBeUndefined()
      expect((await testServer.anonymous().send('GET', path)).status).toBe(401)
    }
    expect((await helen.ask(InitialUser, {})).viewer.profile_thumbnail_url).toBe(profile_thumbnail_url)
    expect((await reader.send('GET', `/api/people/pictures/${'x'.repeat(22)}`)).status).toBe(404)
  })

  it('gives way to the next one, and to the initials', async () => {
    const before = (await settings(helen)).profile_pic_url!
    await take(helen)
    const after = (await settings(helen)).profile_pic_url!
    expect(after).not.toBe(before)
    expect((await helen.send('GET', before)).status).toBe(404)
    expect((await helen.ask(RemoveProfilePicture, {})).removeProfilePicture.profile_pic_url).toBeNull()
    expect((await helen.send('GET', after)).status).toBe(404)
    expect((await testServer.anonymous().op(RemoveProfilePicture, {})).status).toBe(401)
  })

  it('is no file of somebody else, no text, and counts once', async () => {
    const marcus = await testServer.member(demoMembers.peer)
    const { key } = await uploaded(testServer, marcus, 'me.jpg', await red())
    const text = await uploaded(testServer, helen, 'me.txt', 'A text.')
    for (const attachment_key of [key, 'x'.repeat(22), '', 'no key'])
      expect(await helen.op(UpdateProfilePicture, { attachment_key })).toMatchObject({ code: 'uploads.gone' })
    expect(await helen.op(UpdateProfilePicture, { attachment_key: text.key })).toMatchObject({
      code: 'people.no_picture',
      field: 'attachment_key',
    })
    await marcus.ask(UpdateProfilePicture, { attachment_key: key })
    expect((await marcus.op(UpdateProfilePicture, { attachment_key: key })).code).toBe('uploads.gone')
  })
})

describe('an address (OP-UpdatePrimaryEmail, VALID-email, VALID-email-errors)', async () => {
  const [ingrid, samuel] = await testServer.members(demoMembers.executive, demoMembers.finance)
  const FRESH = 'ingrid@new.test'

  it('changes once both mailboxes have confirmed it, and not before', async () => {
    const { updatePrimaryEmail: asked } = await ingrid.ask(UpdatePrimaryEmail, { email: ` ${FRESH.toUpperCase()} ` })
    expect(asked).toMatchObject({ email: FRESH, kind: 'primary', errors: [], is_confirmed_by_old: false })
    const [old, fresh] = [await linkIn(demoMembers.executive, 'email-wanted'), await linkIn(FRESH, 'email-new')]
    const shown = await (await visitor()).send('GET', `/api/auth/confirm-email/${old}`)
    expect(shown.body).toEqual({ data: { act: 'confirm', kind: 'primary', email: FRESH, old_email: null } })
    expect((await follow(fresh)).body).toEqual({ data: { act: 'confirm', done: false } })
    expect((await follow(fresh)).body).toEqual({ data: { act: 'confirm', done: false } })
    expect(await settings(ingrid)).toMatchObject({
      email: demoMembers.executive,
      email_changes: [{ email: FRESH, is_confirmed_by_old: false, is_confirmed_by_new: true }],
    })
    expect((await follow(old)).body).toEqual({ data: { act: 'confirm', done: true } })
    expect(await settings(ingrid)).toMatchObject({ email: FRESH, email_changes: [] })
    expect((await follow(old)).status).toBe(404)
    expect((await (await visitor()).signIn(FRESH, DEMO_PASSWORD)).status).toBe(200)
    expect((await (await visitor()).signIn(demoMembers.executive, DEMO_PASSWORD)).status).toBe(401)
  })

  it('is taken back by the former mailbox for 72 hours: everybody is signed out, and a new password asked for', async () => {
    const undo = await linkIn(demoMembers.executive, 'email-changed')
    // The attacker who took over the account changes to a third address.
    await ingrid.ask(UpdatePrimaryEmail, { email: 'thief@else.test' })
    const [wanted, fresh] = [await linkIn(FRESH, 'email-wanted'), await linkIn('thief@else.test', 'email-new')]
    for (const link of [wanted, fresh]) await follow(link)
    expect((await settings(ingrid)).email).toBe('thief@else.test')
    // She can still cancel it; a request by another member changes nothing.
    const { updatePrimaryEmail } = await samuel.ask(UpdatePrimaryEmail, { email: demoMembers.executive })
    expect(await mails(demoMembers.executive, 'email-held')).toHaveLength(1)
    await samuel.ask(CancelEmailChange, { id: updatePrimaryEmail.id })
    expect((await follow(undo)).body).toEqual({ data: { act: 'undo', done: true } })
    expect((await ingrid.op(InitialUser, {})).status).toBe(401)
    const back = await testServer.member(demoMembers.executive)
    expect(back.id).toBe(ingrid.id)
    expect(await mails(demoMembers.executive, 'password-reset')).toHaveLength(1)
    expect((await follow(undo)).status).toBe(404)
    expect((await follow(await linkIn(FRESH, 'email-changed'))).status).toBe(404)
  })

  it('cannot be taken back later', async () => {
    const helen = await testServer.member(demoMembers.member)
    await helen.ask(UpdatePrimaryEmail, { email: 'helen@new.test' })
    for (const link of [await linkIn(demoMembers.member, 'email-wanted'), await linkIn('helen@new.test', 'email-new')])
      await follow(link)
    const undo = await linkIn(demoMembers.member, 'email-changed')
    await testServer.sql(`update email_changes set done_at = now() - interval '73 hours' where user_id = $1`, [
      helen.id,
    ])
    expect((await follow(undo)).status).toBe(404)
    await testServer.sql('update users set email = $2 where id = $1', [helen.id, demoMembers.member])
  })

  it.each([
    ['', /Enter an email address/],
    ['nobody', /isn’t a valid email address/],
    [`${'x'.repeat(250)}@a.test`, /isn’t a valid email address/],
    [demoMembers.finance, /already sign in with this address/],
  ])('is refused as “%s”, in errors', async (email, sentence) => {
    const { updatePrimaryEmail } = await samuel.ask(UpdatePrimaryEmail, { email })
    expect(updatePrimaryEmail.errors).toEqual([{ field: 'email', message: expect.stringMatching(sentence) as string }])
    expect((await settings(samuel)).email_changes).toEqual([])
    expect(await mails(email, 'email-new')).toEqual([])
  })

  it('is no way to learn who is here: ten tries a day', async () => {
    const grace = await testServer.member(demoMembers.billing)
    const ask = async (email: string) =>
      (await grace.ask(UpdateSecondaryEmail, { email })).updateSecondaryEmail.errors.map(({ message }) => message)
    for (let each = 0; each < 10; each++) await ask(`nobody-${each}@else.test`)
    expect(await ask(demoMembers.peer)).toEqual(['You’ve tried 10 addresses in the past day. Try again tomorrow.'])
  })

  it('can be given up before it is confirmed; its links hold no longer', async () => {
    const { updatePrimaryEmail } = await samuel.ask(UpdatePrimaryEmail, { email: 'samuel@new.test' })
    const link = await linkIn('samuel@new.test', 'email-new')
    const priya = await testServer.member(demoMembers.groupAdmin)
    await priya.ask(CancelEmailChange, { id: updatePrimaryEmail.id })
    expect((await settings(samuel)).email_changes).toHaveLength(1)
    expect((await samuel.ask(CancelEmailChange, { id: updatePrimaryEmail.id })).cancelEmailChange).toBeNull()
    expect((await settings(samuel)).email_changes).toEqual([])
    expect((await follow(link)).status).toBe(404)
    expect((await follow('x'.repeat(22))).status).toBe(404)
    expect((await testServer.anonymous().op(CancelEmailChange, { id: 1 })).status).toBe(401)
  })

  it('beside the first is confirmed by both and removed at once (OP-UpdateSecondaryEmail)', async () => {
    const second = 'samuel@home.test'
    await samuel.ask(UpdateSecondaryEmail, { email: second })
    for (const link of [await linkIn(demoMembers.finance, 'email-wanted'), await linkIn(second, 'email-new')])
      await follow(link)
    expect(await settings(samuel)).toMatchObject({ email: demoMembers.finance, secondary_email: second })
    expect((await samuel.ask(UpdateSecondaryEmail, { email: second })).updateSecondaryEmail.errors).toHaveLength(1)
    expect((await samuel.ask(UpdateSecondaryEmail, { email: '' })).updateSecondaryEmail.errors).toEqual([])
    expect((await settings(samuel)).secondary_email).toBeNull()
    await follow(await linkIn(demoMembers.finance, 'email-changed'))
    expect((await settings(await testServer.member(demoMembers.finance))).secondary_email).toBe(second)
    expect((await testServer.anonymous().op(UpdateSecondaryEmail, { email: second })).status).toBe(401)
  })

  it('of somebody suspended meanwhile does not change', async () => {
    const nathan = await testServer.member(demoMembers.trial)
    await nathan.ask(UpdatePrimaryEmail, { email: 'nathan@new.test' })
    const link = await linkIn('nathan@new.test', 'email-new')
    await testServer.sql('update users set suspended = true where id = $1', [nathan.id])
    expect((await follow(link)).status).toBe(404)
    await testServer.sql('update users set suspended = false where id = $1', [nathan.id])
    expect((await follow(link)).status).toBe(200)
  })
})

describe('a password (OP-UpdatePassword, VALID-password-old, VALID-password-new, VALID-password-confirmed)', async () => {
  const camille = await testServer.member(demoMembers.groupAdmin)
  const change = (old_password: string, new_password: string, confirm_new_password = new_password) =>
    camille.op(UpdatePassword, { old_password, new_password, confirm_new_password })

  it.each([
    ['', NEW_PASSWORD, NEW_PASSWORD, 'old_password', /current password/],
    ['wrong', NEW_PASSWORD, NEW_PASSWORD, 'old_password', /incorrect/],
    [DEMO_PASSWORD, '', '', 'new_password', /Enter a new password/],
    [DEMO_PASSWORD, NEW_PASSWORD, '', 'confirm_new_password', /again/],
    [DEMO_PASSWORD, NEW_PASSWORD, `${NEW_PASSWORD}s`, 'confirm_new_password', /don’t match/],
    [DEMO_PASSWORD, DEMO_PASSWORD, DEMO_PASSWORD, 'new_password', /current password/],
    [DEMO_PASSWORD, 'short', 'short', 'new_password', /at least 10/],
    [DEMO_PASSWORD, 'Password12345', 'Password12345', 'new_password', /easy to guess/],
    [DEMO_PASSWORD, 'CamilleDufour', 'CamilleDufour', 'new_password', /name or email address/],
  ])('is not changed from “%s” to “%s” and “%s”', async (old, fresh, again, field, sentence) => {
    const refused = await change(old, fresh, again)
    expect(refused).toMatchObject({ status: 200, field, data: null })
    expect(refused.message).toMatch(sentence)
  })

  it('ends every other session, every unused link and code, and is notified by email', async () => {
    const [phone, desk] = [await testServer.member(demoMembers.groupAdmin), await visitor()]
    await desk.send('POST', '/api/auth/forgot-password', { body: { email: demoMembers.groupAdmin } })
    const link = await linkIn(demoMembers.groupAdmin, 'password-reset')
    await phone.ask(InitialUser, {})
    expect((await change(DEMO_PASSWORD, NEW_PASSWORD)).data?.updatePassword).toEqual({ success: true })
    expect((await phone.op(InitialUser, {})).status).toBe(401)
    await camille.ask(InitialUser, {})
    expect((await desk.send('GET', `/api/auth/reset-password/${link}`)).status).toBe(404)
    const [mail] = await mails(demoMembers.groupAdmin, 'alert-password')
    expect(mail!.text).toContain('IP address: 127.0.0.1')
    expect((await desk.signIn(demoMembers.groupAdmin, DEMO_PASSWORD)).status).toBe(401)
    expect((await desk.signIn(demoMembers.groupAdmin, NEW_PASSWORD)).status).toBe(200)
    expect(
      (
        await testServer.anonymous().op(UpdatePassword, {
          old_password: DEMO_PASSWORD,
          new_password: NEW_PASSWORD,
          confirm_new_password: NEW_PASSWORD,
        })
      ).status,
    ).toBe(401)
  })

  it('is not guessed from a screen left open: the tries of a member are counted, whatever they ask for', async () => {
    const guarded = await startTestServer({ LOGIN_ATTEMPTS: '7' })
    const helen = await guarded.member(demoMembers.member)
    const ask = (old_password: string) =>
      helen.op(UpdatePassword, { old_password, new_password: NEW_PASSWORD, confirm_new_password: NEW_PASSWORD })
    expect((await helen.send('POST', '/api/auth/two-step/begin', { body: { password: 'wrong' } })).status).toBe(400)
    for (let each = 0; each < 2; each++) expect((await ask('wrong')).code).toBe('accounts.password_wrong')
    expect(await ask(DEMO_PASSWORD)).toMatchObject({ status: 200, code: 'accounts.too_many_attempts' })
    const marcus = await guarded.member(demoMembers.peer)
    expect(
      (await marcus.op(UpdatePassword, { old_password: 'x', new_password: 'y', confirm_new_password: 'y' })).code,
    ).toBe('accounts.password_wrong')
  })
})

it('belongs to people: an expert is a record that nobody signs in to, an invitee has an invitation and no session (PRODUCT-user-kinds, DECISION-user-kinds)', async () => {
  const doors = await testServer.sql<{ place: string; whose: string }>(
    `select conrelid::regclass::text as place, confrelid::regclass::text as whose from pg_constraint
     where contype = 'f' and conrelid in ('sessions'::regclass, 'accounts'::regclass, 'passkeys'::regclass, 'two_steps'::regclass)`,
  )
  expect(doors.map(({ place, whose }) => `${place} of ${whose}`).toSorted()).toEqual(
    ['accounts', 'passkeys', 'sessions', 'two_steps'].map((place) => `${place} of users`),
  )
  const ruth = await testServer.member(demoMembers.staff)
  await ruth.send('POST', '/api/invitations', {
    body: { email: 'ada@ostrander.test', first_name: 'Ada', last_name: 'Quist', note: '', peer_network_id: legal },
  })
  const token = /invite\/([\w-]{22})/.exec((await mails('ada@ostrander.test', 'invitation'))[0]!.text)![1]!
  const invitee = await visitor()
  expect((await invitee.send('GET', `/api/onboarding/invitations/${token}`)).status).toBe(200)
  expect((await invitee.op(InitialUser, {})).status).toBe(401)
})
