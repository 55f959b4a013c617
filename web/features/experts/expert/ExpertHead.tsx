import { useCommand } from '#web/platform/forms/use-command.ts'
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import type { QueryClient } from '@tanstack/react-query'
import { LikeEntity } from '#api/operations.ts'
import { standingInWords, votesInWords } from '#shared/experts.ts'
import { externalFaviconPath } from '#shared/kit/links.ts'
import { counted } from '#shared/kit/text.ts'
import { kindOf, monthOf, priceInWords } from '#web/features/experts/expert-texts.ts'
import { ExpertMark } from '#web/features/experts/ExpertRow.tsx'
import { profileQuery, type ExpertView } from '#web/features/experts/experts.queries.ts'
import styles from '#web/features/experts/Experts.module.css'
import { Button } from '#web/kit/Button.tsx'
import { track } from '#web/platform/analytics/analytics.ts'
import { execute } from '#web/platform/api/operations.ts'
import { useUser } from '#web/platform/session/session.ts'

interface Props {
  expert: ExpertView
  /** Null while the form is open: only one filled button per view. */
  onRecommend: (() => void) | null
}

/** The expert, the reason for its ranking, and the viewer's vote. */
export function ExpertHead({ expert, onRecommend }: Props) {
  const { time_zone } = useUser()
  const { standing, company } = expert
  const last = standing?.last_recommended_at
  const words = standing && standingInWords(standing, last ? monthOf(last, time_zone) : null, expert.type)
  return (
    <header className={styles.head}>
      <ExpertMark expert={expert} size={96} />
      <div className={styles.about}>
        <h1 className="t-profile-name">{expert.name}</h1>
        <p>
          {kindOf(expert)}
          {company &&
            company.company_types.length > 0 &&
            `. ${company.company_types.map(({ name }) => name).join(', ')}`}
        </p>
        {company?.tag_line && <p className="t-honour">{company.tag_line}</p>}
        {company?.about && <p className={`t-reply ${styles.text}`}>{company.about}</p>}
        <Facts expert={expert} />
        <p className={styles.standing}>
          {words ?? 'No recommendations you can see yet'}.{' '}
          {expert.mention_count > 0 && `Mentioned in ${counted(expert.mention_count, 'post')} you can read.`}
        </p>
        <details className={styles.why}>
          <summary>How this affects ranking</summary>
          <p>
            Members from the same company count once, using the one that counts most. A recommendation loses half its
            weight after two years. Recommendations count less from members who work with the expert and from members
            who joined within the past year. Recommendations within three months of each other together count as one
            full recommendation at most. Votes and mentions don’t count.
          </p>
        </details>
        <div className={styles.acts}>
          {onRecommend && (
            <Button look="filled" onClick={onRecommend}>
              Recommend
            </Button>
          )}
          <Votes expert={expert} />
        </div>
      </div>
    </header>
  )
}

function Facts({ expert }: { expert: ExpertView }) {
  const { geographies, areas_of_expertise: areas, price, company } = expert
  const rows: [string, string | null][] = [
    ['Recommended for', areas.map(({ name }) => name).join(', ') || null],
    ['Locations', geographies.map(({ name }) => name).join(', ') || null],
    ['Price range', priceInWords(price)?.replace(' prices', '') ?? null],
  ]
  return (
    <dl className={styles.factList}>
      {rows.map(
        ([label, said]) =>
          said && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{said}</dd>
            </div>
          ),
      )}
      {company?.website && (
        <div>
          <dt>Website</dt>
          <dd>
            <a className={styles.website} href={company.website} target="_blank" rel="noopener noreferrer nofollow">
              <img src={externalFaviconPath(company.website)} alt="" width={20} height={20} />
              {company.website.replace(/^https?:\/\/(www\.)?/, '')}
            </a>
          </dd>
        </div>
      )}
    </dl>
  )
}

type Votable = Pick<ExpertView, 'id' | 'name' | 'vote' | 'num_of_upvotes' | 'num_of_downvotes'>

const voted = (expert: Votable, next: boolean | null): Omit<Votable, 'id' | 'name'> => ({
  vote: next,
  num_of_upvotes: expert.num_of_upvotes + Number(next === true) - Number(expert.vote === true),
  num_of_downvotes: expert.num_of_downvotes + Number(next === false) - Number(expert.vote === false),
})

/** Upvote or downvote; the same vote again removes it. Optimistic, rolled back on error. */
function Votes({ expert }: { expert: Votable }) {
  const { queryKey } = profileQuery(expert.id)
  const set = (client: QueryClient, vote: Omit<Votable, 'id' | 'name'>) =>
    client.setQueryData(queryKey, (known) =>
      known?.expert_profile ? { expert_profile: { ...known.expert_profile, ...vote } } : known,
    )
  const { run } = useCommand(
    (sentiment: boolean | null) =>
      execute(LikeEntity, { likes: [{ entity_type: 'expert', entity_id: expert.id, sentiment }] }),
    {
      mayOverlap: true,
      optimistic: (client, sentiment) => {
        const { vote, num_of_upvotes, num_of_downvotes } = expert
        set(client, voted(expert, sentiment))
        return () => set(client, { vote, num_of_upvotes, num_of_downvotes })
      },
      onSuccess: (_, sentiment) => void track('upvote', { entity_type: 'expert', entity_id: expert.id, sentiment }),
    },
  )
  const vote = (chosen: boolean) => void run(expert.vote === chosen ? null : chosen)
  return (
    <div className={styles.votes} role="group" aria-label={`Your vote on ${expert.name}`}>
      <button
        type="button"
        aria-pressed={expert.vote === true}
        aria-label="Agree"
        title="Agree"
        onClick={() => vote(true)}
      >
        <IconThumbUp size={18} stroke={1.6} aria-hidden />
      </button>
      <button
        type="button"
        aria-pressed={expert.vote === false}
        aria-label="Disagree"
        title="Disagree"
        onClick={() => vote(false)}
      >
        <IconThumbDown size={18} stroke={1.6} aria-hidden />
      </button>
      <span role="status">{votesInWords(expert.num_of_upvotes, expert.num_of_downvotes) || 'No votes yet'}</span>
    </div>
  )
}
