/** SQL for the models that answer, and for what they may cost. */
import { statement } from '#server/platform/database/statement.ts'
import { sql } from '#server/platform/graph/sql.ts'

/** Offers these models besides the members' own sentences, and no others. What staff switched off stays off. */
export const offerModels = statement(
  'offer-ai-models',
  { models: 'jsonb' },
  (p) => sql`
    with wanted as (
      select w.* from jsonb_to_recordset(${p.models}) w(key text, version text, name text, description text, place integer))
    , off as (
      update ai_models m set enabled_at = null, is_offered = false
      where m.key <> 'sentences' and m.is_offered and not exists (select from wanted w where w.key = m.key))
    insert into ai_models as m (key, version, name, description, enabled_at, place)
    select key, version, name, description, now(), place from wanted
    on conflict (key) do update set version = excluded.version, name = excluded.name, description = excluded.description,
      place = excluded.place, is_offered = true,
      enabled_at = case when m.switched_off_at is null then coalesce(m.enabled_at, now()) end`,
)

/** Members' own sentences answer if nothing else can be chosen: staff switched them off while another model was offered. */
export const keepOneModel = statement(
  'keep-one-ai-model',
  {},
  () => sql`
    update ai_models set enabled_at = now(), switched_off_at = null
    where key = 'sentences' and not exists (select from ai_models m where m.enabled_at is not null)`,
)

/** What the members of this member's network have used this month. */
export const selectTokensOfMonth = statement(
  'select-ai-tokens-of-month',
  { userId: 'bigint' },
  (p) => sql`
    select coalesce(sum(u.tokens_in + u.tokens_out), 0)::bigint as tokens
    from peer_network_memberships own join peer_network_memberships m on m.peer_network_id = own.peer_network_id and m.is_primary
      join ai_usage u on u.user_id = m.user_id and u.day >= date_trunc('month', now() at time zone 'utc')::date
    where own.user_id = ${p.userId} and own.is_primary`,
)
