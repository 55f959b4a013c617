import { define, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { people } from './people.access.ts'
import { surveys } from './surveys.access.ts'

const survey = one((_, { result }) => sql`select s.* from ${surveys.own_surveys} s where s.id = ${result}`)

export const surveyReads = define({
  Mutation: {
    updateUserSurvey: survey,
    cancelUserSurvey: survey,
    updateLastOnline: one((_, { result }) => sql`select u.is_online from ${people.people} u where u.id = ${result}`),
  },
})
