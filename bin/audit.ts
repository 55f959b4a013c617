/** npm run audit -- verify: checks that no staff act and no decision about a post was changed, removed or added behind the application's back. */
import { counted } from '#shared/kit/text.ts'
import { loadConfig, StartError } from '#server/config.ts'
import { selectChainState, type ChainState } from '#server/features/moderation/index.ts'
import { openDatabase } from '#server/platform/database/database.ts'

const USAGE = 'Usage: npm run audit -- verify'

/** The lines to print. */
function verdictOf(state: ChainState): string {
  const { num_of_acts, last_hash, broken_place, broken_act_id, broken_decision_id } = state
  if (broken_place !== null)
    return `Chain broken at number ${broken_place}: act ${broken_act_id} was changed, or what comes before it was removed.`
  if (broken_act_id !== null) return `Chain broken: act ${broken_act_id} isn’t in the chain.`
  if (broken_decision_id !== null) return `Decision ${broken_decision_id} about a post isn’t as the chain says.`
  return [`${counted(num_of_acts, 'act')}, chain unbroken`, ...(last_hash ? [`Last hash: ${last_hash}`] : [])].join(
    '\n',
  )
}

const config = loadConfig(process.env)
try {
  const [command, ...rest] = process.argv.slice(2)
  if (command !== 'verify' || rest.length > 0) throw new StartError(USAGE)
  const database = await openDatabase(config, console.log)
  try {
    const { rows } = await database.write.query<ChainState & Record<string, unknown>>(selectChainState())
    const state = rows[0]!
    if ((state.broken_act_id ?? state.broken_decision_id) !== null) throw new StartError(verdictOf(state))
    console.log(verdictOf(state))
  } finally {
    await database.close()
  }
} catch (error) {
  if (!(error instanceof StartError)) throw error
  console.error(error.message)
  process.exit(1)
}
