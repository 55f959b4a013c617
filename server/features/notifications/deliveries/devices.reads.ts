import { define, one, value } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { devices } from './devices.access.ts'

const counted = value((_, { result }) => sql`${result}::integer`)

export const deviceReads = define({
  Mutation: {
    registerPushDevice: one(
      (_, { result }) => sql`select d.* from ${devices.own_push_devices} d where d.id = ${result}`,
    ),
    removePushDevice: counted,
    clearPushCount: counted,
  },
})
