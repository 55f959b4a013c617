import { networks } from '#server/features/networks/index.ts'
import { define, many, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { LIBRARY_PROMPTS_LIMIT, SHARED_FEEDBACK_LIMIT } from '#shared/assistant.ts'
import { assistantDesk } from './staff.access.ts'

const MODELS = 50
const SOURCES = 20
/** More than there are networks in six months. */
const USAGE_ROWS = 500

const models = many(() => ({
  rows: sql`select m.* from ${assistantDesk.all_ai_models} m`,
  order: sql`place, id`,
  cap: MODELS,
}))
const sources = many(() => ({
  rows: sql`select s.* from ${assistantDesk.all_ai_sources} s`,
  order: sql`place, id`,
  cap: SOURCES,
}))
const prompts = many(() => ({
  rows: sql`select p.* from ${assistantDesk.kept_prompts} p`,
  order: sql`category, "order", id`,
  cap: LIBRARY_PROMPTS_LIMIT,
}))

export const staffReads = define({
  Query: {
    staff_ai_usage: many(() => ({
      rows: sql`select u.* from ${assistantDesk.usage_of_networks} u`,
      order: sql`month desc, peer_network_id`,
      cap: USAGE_ROWS,
    })),
    staff_ai_feedback: many(() => ({
      rows: sql`select f.* from ${assistantDesk.shared_feedback} f`,
      order: sql`updated_at desc, id desc`,
      cap: SHARED_FEEDBACK_LIMIT,
    })),
    staff_ai_models: models,
    staff_ai_sources: sources,
    staff_library_prompts: prompts,
  },
  Mutation: {
    saveLibraryPrompt: prompts,
    removeLibraryPrompt: prompts,
    saveAISource: sources,
    saveAIModel: models,
  },
  AINetworkUsage: {
    peer_network: one((row) => sql`select n.* from ${networks.peer_networks} n where n.id = ${row}.peer_network_id`),
  },
})
