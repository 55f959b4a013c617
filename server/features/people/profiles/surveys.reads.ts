import { define, one } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { isOnlineNow } from '#server/features/people/members/online.ts'
import { people } from '#server/features/people/members/people.access.ts'
import { surveys } from './surveys.access.ts'

const survey = one((_, { result }) => sql`select s.* from ${surveys.own_surveys} s where s.id = ${result}`)

export const surveyReads = define({
  Mutation: {
    updateUserSurvey: survey,
    cancelUserSurvey: survey,
    // Members see their own presence immediately; others see it updated in steps.
    updateLastOnline: one(() => sql`select ${isOnlineNow(sql`u`)} as is_online from ${people.viewer} u`),
  },
})
