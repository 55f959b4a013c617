import { networks } from '#server/features/networks/index.ts'
import { define, many, one, page, value, type FieldContext } from '#server/platform/graph/reads.ts'
import { empty, sql, type Sql } from '#server/platform/graph/sql.ts'
import { CHOICES, COMPANY_LOOKUP, DIRECTORY_PAGE } from '#shared/profiles.ts'
import { people } from '#server/features/people/members/people.access.ts'
import { profiles, reachedProfiles } from '#server/features/people/members/profiles.access.ts'

/** Cards contain only name and id; the rest is looked up only if requested. */
const fact = (column: Sql) => value((c) => sql`select k.${column} from ${people.companies} k where k.id = ${c}.id`)

const membersOf = (id: Sql) => sql`
  select x.* from ${profiles.directory_facts} p join ${reachedProfiles.profile_rows} x on x.id = p.user_id where p.company_id = ${id}`

const matching = ({ args, given }: FieldContext) =>
  given(args['search']!) ? sql`and to_tsvector('simple', plain_words(c.name)) @@ name_query(${args['search']!})` : empty

const company = one((_, { result }) => sql`select c.id, c.name from ${people.companies} c where c.id = ${result}`)

export const companyReads = define({
  Query: {
    companies: many((_, asking) => ({
      rows: sql`select c.id, c.name from ${people.companies} c where c.retired_at is null ${matching(asking)}`,
      order: sql`lower(c.name), c.id`,
      limit: asking.args['limit'],
      cap: COMPANY_LOOKUP,
    })),
    company_members: page((_, { args }) => ({
      rows: membersOf(sql`${args['company_id']!}`),
      order: sql`p.name_key, p.user_id`,
      limit: args['limit'],
      offset: args['offset'],
      cap: DIRECTORY_PAGE,
      count: sql`select count(*)::integer from (${membersOf(sql`${args['company_id']!}`)}) c`,
    })),
  },
  Company: {
    stage: fact(sql`stage`),
    type_id: fact(sql`type_id`),
    num_of_lawyers: fact(sql`num_of_lawyers`),
    num_of_financial_employees: fact(sql`num_of_financial_employees`),
    num_of_employees: fact(sql`num_of_employees`),
    type: one(
      (c) =>
        sql`select b.* from ${networks.business_types} b join ${people.companies} k on k.type_id = b.id where k.id = ${c}.id`,
    ),
    industries: many((c) => ({
      rows: sql`select i.* from ${networks.industries} i join ${people.companies} k on i.id = any(k.industry_ids) where k.id = ${c}.id`,
      order: sql`i.name, i.id`,
      cap: CHOICES,
    })),
    business_models: many((c) => ({
      rows: sql`select b.* from ${networks.business_models} b join ${people.companies} k on b.id = any(k.business_model_ids) where k.id = ${c}.id`,
      order: sql`b.name, b.id`,
      cap: CHOICES,
    })),
    num_of_members: value(
      (c) => sql`select count(*)::integer from ${profiles.directory_facts} p where p.company_id = ${c}.id`,
    ),
  },
  Mutation: {
    updateCompanyProfile: one(() => sql`select u.* from ${people.viewer} u`),
    updateCompany: company,
    updateUserCompanyDetails: company,
    updateUserCompany: company,
  },
})
