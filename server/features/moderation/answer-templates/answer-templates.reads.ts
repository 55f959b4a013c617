import { define, many } from '#server/platform/graph/reads.ts'
import { sql } from '#server/platform/graph/sql.ts'
import { ANSWER_TEMPLATES } from '#shared/moderation.ts'
import { answerTemplates } from './answer-templates.access.ts'

const all = many(() => ({
  rows: sql`select a.* from ${answerTemplates.answer_templates} a`,
  order: sql`lower(a.name), a.id`,
  cap: ANSWER_TEMPLATES,
}))

export const answerTemplateReads = define({
  Query: { answer_templates: all },
  Mutation: { saveAnswerTemplate: all, removeAnswerTemplate: all },
})
