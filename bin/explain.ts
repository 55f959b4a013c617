/** npm run explain -- OPERATION EMAIL ['{"variable": …}']: prints the SQL of a call and its query plan. */
import { loadConfig } from '#server/config.ts'
import { buildApp } from '#server/app.ts'
import { queryOf } from '#server/platform/graph/engine.ts'
import { viewerOf } from '#server/platform/session/sessions.ts'
import { openDatabase } from '#server/platform/database/database.ts'

const [operation = '', email = '', variables = '{}'] = process.argv.slice(2)
if (!operation || !email) {
  console.error('Usage: npm run explain -- OPERATION EMAIL (for example, threads member@legal.test)')
  process.exit(1)
}
const database = await openDatabase(loadConfig(process.env), console.log)
const application = await buildApp(loadConfig(process.env), database)
try {
  const { rows } = await database.write.query<{ id: number }>('select id from users where email = $1', [email])
  const viewer = rows[0] && (await viewerOf(database.write, rows[0].id))
  if (!viewer) throw new Error(`No account has the address ${email}.`)
  const input = { viewer, variables: application.engine.coerce(operation, JSON.parse(variables)) }
  const made = application.engine.variant(operation, input)
  const { text, values } = queryOf(made, input)
  const pool = made.statementName ? database.hot : database.search
  const plan = await pool.query<Record<'QUERY PLAN', string>>(
    `explain (analyze, buffers, costs off, timing off) ${text}`,
    values,
  )
  console.log(`${text}\n\n${plan.rows.map((row) => row['QUERY PLAN']).join('\n')}`)
} finally {
  await application.close()
  await database.close()
}
