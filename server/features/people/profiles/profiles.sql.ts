/** Statements for the member's own profile. A given list replaces the stored one. */
import { statement, unprepared, type PgType, type Statement } from '#server/platform/database/statement.ts'
import { identifier, join, sql, trustedSql } from '#server/platform/graph/sql.ts'
import {
  PROFILE_CHOICES,
  PROFILE_FIELDS,
  type ChoiceName,
  type ProfileField,
  type ProfileFieldName,
} from '#shared/profile-fields.ts'

/** A retired entry only if the member already has it. The lock lets no merge delete an entry before it is stored. */
export const selectKnown = Object.fromEntries(
  PROFILE_CHOICES.map((field) => {
    const { list, column, kind } = PROFILE_FIELDS[field]
    const own = kind === 'several' ? sql`o.${trustedSql(column)}` : sql`array[o.${trustedSql(column)}]`
    return [
      field,
      statement(
        `select-known-${field}`,
        { ids: 'bigint[]', userId: 'bigint' },
        (p) => sql`select x.id from ${trustedSql(list)} x where x.id = any(${p.ids}) and (x.retired_at is null
          or exists (select from profiles o where o.user_id = ${p.userId} and x.id = any(${own}))) for key share of x`,
      ),
    ]
  }),
) as Record<ChoiceName, Statement<{ ids: 'bigint[]'; userId: 'bigint' }>>

const COLUMN_TYPES: Partial<Record<string, PgType>> = {
  year: 'integer',
  number: 'integer',
  one: 'bigint',
  several: 'bigint[]',
}
type Changes = Partial<Record<ProfileFieldName, unknown>>

/** Sets the columns of these fields in `users` or `profiles`. */
function changes(table: 'users' | 'profiles', userId: number, fields: Changes) {
  const names = Object.keys(fields) as ProfileFieldName[]
  const types = Object.fromEntries(names.map((name) => [name, COLUMN_TYPES[PROFILE_FIELDS[name].kind] ?? 'text']))
  const columnOf = (name: ProfileFieldName) => {
    const field: ProfileField = PROFILE_FIELDS[name]
    return 'column' in field ? field.column : name
  }
  const [id, updated] = table === 'users' ? [sql`id`, sql`, updated_at = now()`] : [sql`user_id`, sql``]
  return unprepared(
    { ...types, userId: 'bigint' },
    (p) => sql`
      update ${identifier(table)} set ${join(
        names.map((name) => sql`${identifier(columnOf(name))} = ${p[name]!}`),
        ', ',
      )}${updated} where ${id} = ${p['userId']!}`,
    { ...fields, userId },
  )
}
export const updatePerson = (userId: number, fields: Changes) => changes('users', userId, fields)
export const updateProfile = (userId: number, fields: Changes) => changes('profiles', userId, fields)

/** Coordinates are those of the city, from the locations table; never requested from a device. */
export const placePerson = statement(
  'place-person',
  { userId: 'bigint' },
  (p) => sql`
    update users u set lat = l.lat, long = l.long
    from users o left join lateral (
      select l.lat, l.long from locations l
      where plain_words(l.name) = plain_words(o.city)
        and (o.country is null or plain_words(l.country) = plain_words(o.country))
      order by plain_words(l.state) = plain_words(coalesce(o.state, '')) desc, l.id limit 1) l on true
    where o.id = ${p.userId} and u.id = o.id`,
)
export const refreshProfiles = statement(
  'refresh-profiles',
  { userIds: 'bigint[]' },
  (p) => sql`select refresh_profiles(${p.userIds})`,
)

export const deleteQualifications = statement(
  'delete-bar-qualifications',
  { userId: 'bigint', states: 'text[]' },
  (p) => sql`delete from bar_qualifications where user_id = ${p.userId} and state <> all(${p.states})`,
)
export const upsertQualifications = statement(
  'upsert-bar-qualifications',
  { userId: 'bigint', qualifications: 'jsonb' },
  (p) => sql`insert into bar_qualifications as b (user_id, state, bar_number, year_passed)
    select ${p.userId}, q.state, q.bar_number, q.year_passed
    from jsonb_to_recordset(${p.qualifications}) as q(state text, bar_number text, year_passed integer) order by q.state
    on conflict (user_id, state) do update set bar_number = excluded.bar_number, year_passed = excluded.year_passed,
      upload_date = case when (b.bar_number, b.year_passed) is distinct from (excluded.bar_number, excluded.year_passed)
        then now() else b.upload_date end`,
)
