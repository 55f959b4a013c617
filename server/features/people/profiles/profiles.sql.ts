/** Statements of one's own profile. A list that is given replaces the one that stood there. */
export const PROFILE_COLUMNS = [
  'first_name',
  'last_name',
  'title',
  'bio',
  'status',
  'city',
  'state',
  'country',
  'linkedin',
  'twitter_url',
  'gender_identity',
  'year_started_profession',
  'num_of_direct_reports',
] as const
export type PersonalColumn = (typeof PROFILE_COLUMNS)[number]

/** Of what is chosen from a list: the column and where its ids come from. */
export const LIST_FIELDS = {
  employment_status: { column: 'employment_status_id', list: 'employment_statuses' },
  chapter: { column: 'chapter_id', list: 'chapters' },
  live_event_chapters: { column: 'live_event_chapter_ids', list: 'chapters' },
  interests: { column: 'interest_ids', list: 'interests' },
  industries: { column: 'industry_ids', list: 'industries' },
  industry_groups: { column: 'industry_group_ids', list: 'industry_groups' },
  areas_of_expertise: { column: 'area_of_expertise_ids', list: 'areas_of_expertise' },
  law_school: { column: 'law_school_id', list: 'law_schools' },
  recent_law_firm: { column: 'recent_law_firm_id', list: 'law_firms' },
  law_firms: { column: 'law_firm_ids', list: 'law_firms' },
  areas_of_responsibility: { column: 'area_of_responsibility_ids', list: 'areas_of_responsibility' },
  additional_areas: { column: 'additional_area_ids', list: 'additional_areas' },
} as const
export type Chosen = keyof typeof LIST_FIELDS

export const TEXT_FIELDS = ['previous_practice', 'year_started_inhouse'] as const
export type Written = (typeof TEXT_FIELDS)[number]

/** Only names of the lists above enter the text. */
export const selectKnown = (field: Chosen) => ({
  name: `select-known-${field}`,
  text: `select id from ${LIST_FIELDS[field].list} where id = any($1::bigint[])`,
})

const sets = (columns: readonly string[]) => columns.map((column, index) => `${column} = $${index + 2}`).join(', ')

export const updatePerson = (columns: readonly PersonalColumn[]) => `
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
