/** npm run explain -- OPERATION EMAIL ['{"variable": …}']: prints the SQL of a call and its query plan. */
import { loadConfig } from '#server/config.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/platform/database/database.ts'

const [operation = '', email = '', variables = '{}'] = process.argv.slice(2)
if (!operation || !email) {
  console.error('Usage: npm run explain -- OPERATION EMAIL (for example, threads member@legal.test)')
  process.exit(1)
}
const database = await openDatabase(loadConfig(process.env), console.log)
const application = await buildApp(loadConfig(process.env), database)
try {
  const { rows } = await database.write.query(
    `select u.id, u.is_staff, coalesce(array_agg(distinct a.to_network_id) filter (where a.to_network_id is not null), '{}') as networks,
      coalesce(array_agg(distinct channel(a.to_network_id, a.kind)) filter (where a.to_network_id is not null), '{}') as channels
     from users u left join peer_network_memberships m on m.user_id = u.id
     left join network_access a on a.from_network_id = m.peer_network_id and a.kind in ('discussion', 'document_request', 'poll', 'recommendation_request')
     where u.email = $1 group by u.id`,
    [email],
  )
  if (!rows[0]) throw new Error(`No account has the address ${email}.`)
  const input = { viewer: rows[0], variables: application.engine.coerce(operation, JSON.parse(variables)) }
  const { text, slots, statementName } = application.engine.variant(operation, input)
  const pool = statementName ? database.hot : database.search
  const values = slots.map((slot) => slot.read(input))
  const plan = await pool.query<Record<'QUERY PLAN', string>>(
    `explain (analyze, buffers, costs off, timing off) ${text}`,
    values,
  )
  console.log(`${text}\n\n${plan.rows.map((row) => row['QUERY PLAN']).join('\n')}`)
} finally {
  await application.close()
  await database.close()
}
