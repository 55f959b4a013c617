/** Pages about one thing: 404 if it does not exist, and the identical page if only others may see it. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { demoMembers } from '../demo-members.ts'
import type { Client } from '../harness/client.ts'
import { startTestServer } from '../harness/test-server.ts'
import { comparable, putHiddenThings, unknownId, type Kind } from '../hostile/hidden-things.ts'

const testServer = await startTestServer()
const hidden = await putHiddenThings(testServer)
const [helen, staff] = await testServer.members(demoMembers.member, demoMembers.staff)
const nobody = testServer.anonymous()
const page = (client: Client, path: string) => client.send('GET', path, { headers: { accept: 'text/html' } })

const TOKEN = 'x'.repeat(22)
/** Every route with a parameter: the path of a thing, or why the status reveals nothing about it. */
const PAGES: Record<
  string,
  { path: (id: number) => string; kind: Kind } | { token: string } | 'a form that asks first'
> = {
  '/feed/$threadId': { path: (id) => `/feed/${id}`, kind: 'thread' },
  '/members/$memberId': { path: (id) => `/members/${id}`, kind: 'member' },
  '/experts/$expertId': { path: (id) => `/experts/${id}`, kind: 'expert' },
  '/content/learning-hub/$seriesId': { path: (id) => `/content/learning-hub/${id}`, kind: 'series' },
  '/content/event-materials/$eventId': { path: (id) => `/content/event-materials/${id}`, kind: 'event' },
  '/content/event-materials/mainstage/$sessionId': {
    path: (id) => `/content/event-materials/mainstage/${id}`,
    kind: 'session',
  },
  '/content/peer-documents/$documentId': { path: (id) => `/content/peer-documents/${id}`, kind: 'document' },
  '/staff/$desk': { path: () => '/staff/queue', kind: 'member' },
  // The pages of staff share two routes; here each desk with entries has a row.
  '/staff/teams/$itemId': { path: (id) => `/staff/teams/${id}`, kind: 'team' },
  '/staff/members/$itemId': { path: (id) => `/staff/members/${id}`, kind: 'member' },
  '/staff/networks/$itemId': { path: (id) => `/staff/networks/${id}`, kind: 'network' },
  '/inbox?group_id=': { path: (id) => `/inbox?group_id=${id}`, kind: 'group' },
  '/invite/$token': { token: `/invite/${TOKEN}` },
  '/onboarding/$token': { token: `/onboarding/${TOKEN}` },
  '/setup/$token': { token: `/setup/${TOKEN}` },
  '/trial/$code': { token: `/trial/${TOKEN}` },
  '/invoice/$token': { token: `/invoice/${TOKEN}` },
  '/verify/$code': { token: `/verify/${TOKEN}` },
  '/checkout/$id': { token: `/checkout/${TOKEN}` },
  '/checkout/portal/$id': { token: `/checkout/portal/${TOKEN}` },
  '/auth/reset-password/$token': 'a form that asks first',
  '/unsubscribe/$token': 'a form that asks first',
  '/unsubscribe/list/$token': 'a form that asks first',
}

/** Removes what differs between responses: the nonce, the requested id, and times. */
const bare = (text: string) =>
  comparable(text.replaceAll(/nonce="[^"]*"|"nonce":"[^"]*"/g, '').replaceAll(/\b1\d{12}\b/g, 'MILLISECONDS'))

it('has a row for every route that takes a parameter', () => {
  const routes = readdirSync('web/routes', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) =>
      [...readFileSync(`web/routes/${file}`, 'utf8').matchAll(/\/(\$[a-z]\w*)['`]/g)].map(([, name]) => name),
    )
  const rows = Object.keys(PAGES)
    .filter((route) => !route.startsWith('/staff/'))
    .flatMap((route) => /\$\w+$/.exec(route) ?? [])
  expect([...rows, '$desk', '$itemId'].toSorted()).toEqual(routes.toSorted())
  const desks = readFileSync('web/routes/staff/desks.tsx', 'utf8').match(/\bItemPage: \w+Page\b/g)!
  expect(Object.keys(PAGES).filter((route) => route.endsWith('/$itemId'))).toHaveLength(desks.length)
})

describe.each(Object.entries(PAGES))('%s', (_, row) => {
  if (row === 'a form that asks first') return
  it('answers 404 when nothing is there', async () => {
    if ('token' in row) {
      const answer = await page(nobody, row.token)
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toContain('text/html')
      return
    }
    const client = row.kind === 'team' ? staff : helen
    expect((await page(client, row.path(999_999))).status).toBe(404)
  })

  if ('token' in row) return
  it('answers for what is hidden byte for byte as for what does not exist', async () => {
    const unknown = await page(helen, row.path(unknownId(row.kind)))
    expect(unknown.status).toBe(404)
    for (const { why, id } of hidden[row.kind]) {
      const { status, text } = await page(helen, row.path(id))
      expect({ why, status, text: bare(text) }).toEqual({ why, status: 404, text: bare(unknown.text) })
    }
  })
})

it('answers 200 where the same member may read (/members, /experts, /feed, /inbox)', async () => {
  const [peer] = await testServer.sql<{ id: number }>('select id from users where email = $1', [demoMembers.peer])
  const [expert] = await testServer.sql<{ id: number }>(`select id from experts where name = 'Speakwell'`)
  const [group] = await testServer.sql<{ id: number }>(
    'select group_id as id from inbox_members where user_id = $1 and date_left is null limit 1',
    [helen.id],
  )
  for (const path of [
    '/content/learning-hub/1',
    `/members/${peer!.id}`,
    `/experts/${expert!.id}`,
    `/inbox?group_id=${group!.id}`,
    '/feed/1',
  ])
    expect({ path, status: (await page(helen, path)).status }).toEqual({ path, status: 200 })
  const joining = await testServer.member(demoMembers.joining)
  expect((await page(joining, '/onboarding/welcome')).status).not.toBe(404)
  expect((await page(joining, '/onboarding/terms-of-use')).status).toBe(200)
  expect((await page(helen, '/onboarding/topics')).status).toBe(200)
  expect((await page(helen, `/members/${peer!.id}`)).text).toContain(`</h1>`)
  const [event] = await testServer.sql<{ id: number }>(`select id from events where title like 'Privilege%'`)
  for (const path of [
    `/content/event-materials/${event!.id}`,
    '/content/event-materials',
    '/content/event-materials/mainstage',
  ])
    expect({ path, status: (await page(helen, path)).status }).toEqual({ path, status: 200 })
  for (const path of [
    '/members/abc',
    '/experts/abc',
    '/content/event-materials/abc',
    '/staff/teams/abc',
    '/content/learning-hub/abc',
  ])
    expect((await page(helen, path)).status).toBe(404)
})

it('a page outside the navigation carries the name of the member’s network', async () => {
  const name = 'Circle of Counsel'
  await testServer.sql(`update peer_networks set display_name = $1 where slug = 'legal'`, [name])
  const [member] = await testServer.members(demoMembers.member)
  const band = new RegExp(`<header>.*${name}.*</header>`, 's')
  expect((await page(member, '/no-such-page')).text).toMatch(band)
  expect((await page(nobody, '/no-such-page')).text).not.toContain(name)
})
