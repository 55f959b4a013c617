/**
 * The permission wall. Every readable relation becomes a view; a role may read only those views and no table; every
 * query of the product runs once as usual and once as that role. A query that reads a table outside its relation, or a
 * relation that does not filter by viewer, fails or differs here.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { FEATURES, reads } from '#server/app.ts'
import { compile } from '#server/platform/graph/compile.ts'
import { bodyOf, makeEngine, queryOf, wallViews } from '#server/platform/graph/engine.ts'
import { render, type Relation, type Viewer } from '#server/platform/graph/sql.ts'
import { mayAnywhere, mayEverywhere, networksWith, PERMISSIONS } from '#shared/staff-roles.ts'
import { demoMembers } from '../demo-members.ts'
import { sampleOf } from '../harness/full.ts'
import { startTestServer } from '../harness/test-server.ts'
import { schemaErrors } from '../harness/response-schema.ts'
import { nameOf, partOf, queriesOf, shapesOf, type Samples } from '../harness/operation-shapes.ts'

/** Each of them sees a different part of the community. */
const WATCHERS = {
  member: demoMembers.member,
  peer: demoMembers.peer,
  finance: demoMembers.finance,
  newcomer: demoMembers.newcomer,
  staff: demoMembers.staff,
  expired: 'frank@members.test',
  several: 'layla@members.test',
}
const testServer = await startTestServer()
const { engine } = testServer.application
const { contract } = engine
// Without look-ups, so that both sides find everything in SQL.
const { hot } = testServer.database
const plain = makeEngine({ contract, reads, hot, search: hot })
const checkedRelations: Relation[] = FEATURES.flatMap(({ access = [] }) =>
  access.flatMap((group) => Object.values(group)),
)
const role = `wall_${createHash('sha256').update(testServer.config.DATABASE_URL!).digest('hex').slice(0, 12)}`

await testServer.sql('create schema wall')
for (const statement of wallViews(checkedRelations, 'wall')) await testServer.sql(statement)
await testServer.sql(`create role ${role}`)
await testServer.sql(`grant usage on schema wall to ${role}`)
await testServer.sql(`grant select on all tables in schema wall to ${role}`)
const client = new pg.Client({ connectionString: testServer.config.DATABASE_URL, options: '-c timezone=UTC' })
await client.connect()
afterAll(async () => {
  await client.end()
  await testServer.sql(`drop owned by ${role}`)
  await testServer.sql(`drop role ${role}`)
})

const viewers: Record<string, Viewer> = {}
for (const [name, email] of Object.entries(WATCHERS)) {
  const member = await testServer.member(email)
  const session = await testServer.sql<{ token: string }>(
    'select token from sessions where user_id = $1 order by id desc limit 1',
    [member.id],
  )
  const viewer = await sessionsOf(session[0]!.token)
  if (viewer) viewers[name] = viewer
}

/** The viewer that the server derives from this session. */
async function sessionsOf(token: string): Promise<Viewer | undefined> {
  const { makeSessions } = await import('#server/platform/session/sessions.ts')
  const sessions = makeSessions({ pool: testServer.database.write, secret: 'unused', cookieName: 'unused' })
  return (await sessions.standing([token])).get(token)
}

const list = (values: readonly number[]) => `{${values.join(',')}}`
async function behindTheWall(query: ReturnType<typeof queryOf>, viewer: Viewer) {
  const { id, networks: reach, channels, is_staff, grants } = viewer
  await client.query('begin')
  try {
    const settings = {
      'wall.viewer.id': id,
      'wall.viewer.member_id': id,
      'wall.viewer.networks': list(reach),
      'wall.viewer.channels': list(channels),
      'wall.viewer.is_staff': is_staff,
      'wall.viewer.permissions': `{${PERMISSIONS.filter((each) => mayAnywhere(grants, each)).join()}}`,
      'wall.viewer.permissions_everywhere': `{${PERMISSIONS.filter((each) => mayEverywhere(grants, each)).join()}}`,
      ...Object.fromEntries(
        PERMISSIONS.flatMap((each) => [
          [`wall.viewer.may.${each}`, mayEverywhere(grants, each)],
          [`wall.viewer.networks_with.${each}`, list(networksWith(grants, each))],
        ]),
      ),
    }
    for (const [key, value] of Object.entries(settings))
      await client.query('select set_config($1, $2, true)', [key, String(value)])
    await client.query(`set local role ${role}`)
    return (await client.query(query)).rows[0]!
  } finally {
    await client.query('rollback')
  }
}

const sample = async (text: string) => (await testServer.sql<{ id: number }>(text)).map(({ id }) => id)
const threadIds = await sample(`
  (select distinct on (thread_type, processed, approved) id from threads order by thread_type, processed, approved, id)
  union (select thread_id from messages where is_private) union (select id from threads order by id desc limit 5)`)
const samples: Samples = {
  id: threadIds[0],
  thread_id: threadIds[0],
  geographies: await sample('select id from geographies order by id limit 8'),
  areasOfExpertise: await sample('select id from areas_of_expertise order by id limit 8'),
  key: 'a',
  search: 'the board',
  name: 'a',
  postedByUserId: 2,
  user_id: 2,
  group_id: 2,
  group_id_condition: 2,
  entity_id: threadIds[0],
  peerNetworkIDs: [1, 2],
  filter: { notification_type: 'reply', unread: true },
}

/** Each role tries another third of the queries; `npm test -- full` tries all. */
const PARTS = 3

describe('the wall', () => {
  it('lets its role read no table', async () => {
    const tables = await testServer.sql<{ relname: string }>(
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege($1, oid, 'select')`,
      [role],
    )
    expect(tables).toEqual([])
  })

  describe.each(Object.keys(viewers).map((name, index) => [name, index] as const))('for %s', (name, roleIndex) => {
    const viewer = viewers[name]!
    it.each(sampleOf(queriesOf(contract), PARTS, roleIndex).map((node) => [nameOf(node), node] as const))(
      '%s gives the same with the views alone, in every shape',
      async (operation, node) => {
        let runs = 0
        const ids = operation === 'thread' ? threadIds : [threadIds[0]]
        const shapes = ids.flatMap((id) => shapesOf(contract, node, { ...samples, id, thread_id: id }))
        for (const given of partOf(shapes, roleIndex)) {
          const variables = engine.coerce(operation, given)
          const usual = await plain.run(operation, { viewer, variables })
          const { body, ...rest } = compile(contract, reads, node, {
            input: { viewer, variables },
            asked: new Map(),
            isDefault: true,
            isSteady: true,
          })
          const made = { ...rest, ...render(body, (relation) => `wall."${relation.name}"`), statementName: undefined }
          const walled = bodyOf(made, await behindTheWall(queryOf(made, { viewer, variables }), viewer))
          if (made.computed.length === 0)
            expect({ operation, given, body: walled }).toEqual({ operation, given, body: usual })
          expect(schemaErrors(contract, node, JSON.parse(usual))).toEqual([])
          runs += 1
        }
        expect(runs).toBeGreaterThan(0)
      },
    )
  })

  it('stands in front of every relation: those that tell the viewer more than their rows do say why', () => {
    // Reachable only from a readable row, and identical for every viewer who reaches them.
    const open = checkedRelations
      .filter(({ filtered, wall, rows }) => !filtered && wall === rows)
      .map(({ name }) => name)
    expect(open.toSorted()).toEqual(
      [
        // Information about networks that everyone with a session may read.
        'disciplines',
        'geographies',
        'areas_of_expertise',
        'peer_networks',
        'network_access',
        'network_prices',
        'accessible_from',
        // Lists that members choose from, including companies, whose names every member can choose.
        'industries',
        'industry_groups',
        'interests',
        'law_schools',
        'law_firms',
        'prices',
        'chapters',
        'business_models',
        'business_types',
        'employment_statuses',
        'areas_of_responsibility',
        'additional_areas',
        'locations',
        'companies',
        // How states count CLE credits.
        'cle_rules',
        // Reached only from a document, an event or a series that decides who may open it.
        'material_files',
        'material_pages',
        'material_videos',
        'material_cues',
        'material_chapters',
        // Their own select filters by viewer.
        'document_networks',
        'event_categories',
        'feature_flags',
        'viewer_features',
        'viewer',
        'memberships',
        'drafts',
        'own_waiting',
        // A number that every member sees.
        'longest_delay',
        'own_removals',
        'standing',
        'own_team_membership',
        'team_memberships',
        'teams',
        'own_access',
        'subscriptions',
        'invoices',
        'billing_details',
        'tax_facts',
        'price',
        'checkouts',
        'portal_sessions',
        'own_unread',
        'own_inbox_settings',
        'notification_choices',
        'own_networks',
        // Flags for the network and kind of a member whose profile was already checked. Follows are counted and listed
        // only between members whom the viewer can find.
        'primary_networks',
        'legal_members',
        'user_follows',
        // The author's name and details, for every reader of their posts; and sums over members.
        'people',
        'member_networks',
        'member_counts',
        'online',
        // Badges that can be earned; and titles, shown next to a name wherever the name may be read.
        'badges',
        'shown_titles',
        'size',
        // Word frequencies over the whole index.
      ].toSorted(),
    )
  })
})
