import { define, many, one } from '#server/platform/graph/reads.ts'
import { sql, type Parameter } from '#server/platform/graph/sql.ts'
import { GUIDES_OF_KIND } from '#shared/guides.ts'
import { guideAdministration } from './guide-admin.access.ts'

const MOST = Math.max(...Object.values(GUIDES_OF_KIND))
const VERSIONS = 100

const ofKind = (kind: Parameter) => sql`select g.* from ${guideAdministration.guides} g where g.kind = ${kind}`
const guide = one((_, { args, result }) => sql`${ofKind(args['kind']!)} and g.id = ${result}`)
const guides = many((_, { args }) => ({ rows: ofKind(args['kind']!), order: sql`g.position, g.id`, cap: MOST }))

export const guideDeskReads = define({
  Query: {
    staff_guides: guides,
    staff_legal_texts: many(() => ({
      rows: sql`select d.* from ${guideAdministration.legal_texts} d`,
      order: sql`d.kind, d.version desc`,
      cap: VERSIONS,
    })),
  },
  Mutation: {
    saveGuide: guide,
    switchGuide: guide,
    arrangeGuides: guides,
    publishLegalText: one(
      (_, { result }) => sql`select d.* from ${guideAdministration.legal_texts} d where d.id = ${result}`,
    ),
  },
})
