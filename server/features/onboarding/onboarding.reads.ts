import { people } from '#server/features/people/index.ts'
import { define, many, one, value } from '#server/platform/graph/reads.ts'
import { sql, when } from '#server/platform/graph/sql.ts'
import { PERSONALIZATION_CHOICES } from '#shared/onboarding.ts'
import { onboarding } from './onboarding.access.ts'

const CHECKLIST_ITEMS = 50
const TOURS = 20
const TOUR_ITEMS = 30
const ALERTS = 10
const STEPS = 10

const self = one(() => sql`select u.* from ${people.viewer} u`)

/** The steps in order; a trial does not pay, and neither does a member of free networks only. */
export const steps = sql`
  select s.step, s.place, s.required, s.done from ${onboarding.facts} f cross join lateral (values
    (1, 'landing', false, true),
    (2, 'profile', false, f.has_profile),
    (3, 'payment', true, f.is_paid),
    (4, 'create_password', true, f.has_password and f.has_accepted),
    (5, 'agreement', true, f.has_agreed),
    (6, 'welcome', false, f.is_finished)) s(place, step, required, done)
  where s.step <> 'payment' or not (f.is_trial or f.is_free)`

export const onboardingReads = define({
  Viewer: {
    onboarding_steps: many(() => ({ rows: sql`select s.* from (${steps}) s`, order: sql`s.place`, cap: STEPS })),
    has_accepted_all: value(
      () => sql`coalesce((select cardinality(f.to_accept) = 0 from ${onboarding.facts} f), false)`,
    ),
    legal_to_accept: value(() => sql`coalesce((select f.to_accept from ${onboarding.facts} f), '{}')`),
    has_password: value(() => sql`coalesce((select f.has_password from ${onboarding.facts} f), false)`),
  },
  FeatureTour: {
    items: many((t) => ({
      rows: sql`select i.* from ${onboarding.feature_tour_items} i where i.tour_id = ${t}.id`,
      order: sql`i.index, i.id`,
      cap: TOUR_ITEMS,
    })),
  },
  Query: {
    onboarding_checklist_items: many(() => ({
      rows: sql`select i.* from ${onboarding.checklist_items} i`,
      order: sql`i.default_position_in_list, i.id`,
      cap: CHECKLIST_ITEMS,
    })),
    onboarding_welcome_video: one(
      () => sql`
        select n.welcome_video_title as title, n.welcome_video_url as url, n.welcome_video_thumbnail_url as thumbnail_url,
          n.welcome_video_duration as duration, n.welcome_video_content_summary as content_summary
        from ${onboarding.primary_network} n where n.welcome_video_url is not null`,
    ),
    welcome_page_labels: one(() => sql`select n.* from ${onboarding.primary_network} n`),
    personalization_items: many((_, { args }) => ({
      rows: sql`select i.* from ${onboarding.personalization_items} i where i.asked_network_id = ${args['peerNetworkId']!}`,
      order: sql`i.position_in_list, i.id`,
      cap: PERSONALIZATION_CHOICES,
    })),
    user_personalization_items: many((_, { args, given }) => ({
      rows: sql`select c.* from ${onboarding.personalization_choices} c where true
        ${when(given(args['keys']!), () => sql`and c.key = any(${args['keys']!})`)}`,
      order: sql`c.position_in_list, c.item_id`,
      cap: PERSONALIZATION_CHOICES,
    })),
    feature_tour: one(
      (_, { args }) =>
        sql`select t.* from ${onboarding.feature_tours} t where t.key = ${args['key']!} and not t.viewed_by_user`,
    ),
    unviewed_feature_tours: many(() => ({
      rows: sql`select t.* from ${onboarding.feature_tours} t where not t.viewed_by_user`,
      order: sql`t.position_in_list, t.id`,
      cap: TOURS,
    })),
    feature_alerts: many(() => ({
      rows: sql`select a.* from ${onboarding.feature_alerts} a where not a.viewed_by_user`,
      order: sql`a.position_in_list, a.id`,
      cap: ALERTS,
    })),
    legal_document: one(
      (_, { args }) => sql`select d.* from ${onboarding.legal_documents} d where d.kind = ${args['kind']!}`,
    ),
  },
  Mutation: {
    completeOnboardingChecklistItem: one(
      (_, { result }) => sql`select i.* from ${onboarding.checklist_items} i where i.id = ${result}`,
    ),
    completeOnboardingChecklist: self,
    closeOnboardingChecklist: self,
    updateOnboardingStep: self,
    saveOnboardingProfile: self,
    acceptMembershipAgreement: self,
    savePersonalizationChoices: many(() => ({
      rows: sql`select c.* from ${onboarding.personalization_choices} c`,
      order: sql`c.position_in_list, c.item_id`,
      cap: PERSONALIZATION_CHOICES,
    })),
    viewedFeatureTour: one(
      (_, { result }) => sql`select t.* from ${onboarding.feature_tours} t where t.id = ${result}`,
    ),
    viewedFeatureAlert: one(
      (_, { result }) => sql`select a.* from ${onboarding.feature_alerts} a where a.id = ${result}`,
    ),
  },
})
