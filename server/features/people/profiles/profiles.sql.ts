import { PROFILE_FIELDS, type ChoiceName, type ColumnOf } from '#shared/profile-fields.ts'

/** Statements for the member's own profile. A given list replaces the stored one. */
/** Only table names from the catalog enter the SQL text. */
export const selectKnown = (field: ChoiceName) => ({
  name: `select-known-${field}`,
  text: `select id from ${PROFILE_FIELDS[field].list} where id = any($1::bigint[])`,
})

const sets = (columns: readonly string[]) => columns.map((column, index) => `${column} = $${index + 2}`).join(', ')

export const updatePerson = (columns: readonly ColumnOf<'users'>[]) => `
  update users set ${sets(columns)}, updated_at = now() where id = $1`
export const updateProfile = (columns: readonly string[]) => `update profiles set ${sets(columns)} where user_id = $1`

/** Coordinates are those of the city, from the locations table; never requested from a device. */
export const placePerson = {
  name: 'place-person',
  text: `
    update users u set lat = l.lat, long = l.long
    from users o left join lateral (
      select l.lat, l.long from locations l
      where plain_words(l.name) = plain_words(o.city)
        and (o.country is null or plain_words(l.country) = plain_words(o.country))
      order by plain_words(l.state) = plain_words(coalesce(o.state, '')) desc, l.id limit 1) l on true
    where o.id = $1 and u.id = o.id`,
}
export const refreshProfiles = { name: 'refresh-profiles', text: 'select refresh_profiles($1::bigint[])' }

export const deleteQualifications = {
  name: 'delete-bar-qualifications',
  text: `delete from bar_qualifications where user_id = $1 and state <> all($2::text[])`,
}
export const upsertQualifications = {
  name: 'upsert-bar-qualifications',
  text: `insert into bar_qualifications as b (user_id, state, bar_number, year_passed)
    select $1, q.state, q.bar_number, q.year_passed
    from jsonb_to_recordset($2::jsonb) as q(state text, bar_number text, year_passed integer) order by q.state
    on conflict (user_id, state) do update set bar_number = excluded.bar_number, year_passed = excluded.year_passed,
      upload_date = case when (b.bar_number, b.year_passed) is distinct from (excluded.bar_number, excluded.year_passed)
        then now() else b.upload_date end`,
}
