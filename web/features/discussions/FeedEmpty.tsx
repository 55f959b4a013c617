import { isFiltered, type FeedSearch, type Kind } from '#web/features/discussions/feed-search.ts'
import { Button } from '#web/kit/Button.tsx'
import { StatePage } from '#web/kit/StatePage.tsx'

const EMPTY: Record<Kind | 'all', { title: string; text: string }> = {
  all: {
    title: 'No discussions yet',
    text: 'What members of your networks ask each other appears here. You can ask first.',
  },
  discussion: {
    title: 'No discussions yet',
    text: 'What members of your networks ask each other appears here. You can ask first.',
  },
  recommendation: {
    title: 'No requests for recommendations yet',
    text: 'When a member looks for a firm or an expert, the request appears here.',
  },
  document: {
    title: 'No document requests yet',
    text: 'When a member asks for a template or a precedent, it appears here.',
  },
  poll: { title: 'No polls yet', text: 'When a member opens a poll, it appears here.' },
}

/** Why there is nothing to read. Loaded when there is nothing. */
export default function FeedEmpty({ search, onClear }: { search: FeedSearch; onClear: () => void }) {
  if (search.show === 'hidden') {
    return (
      <StatePage
        title="You have hidden nothing"
        actions={
          <Button look="filled" onClick={onClear}>
            Show all discussions
          </Button>
        }
      >
        <p>What you hide from your feed stands here, and can be brought back from its menu.</p>
      </StatePage>
    )
  }
  if (isFiltered(search)) {
    return (
      <StatePage
        title="Nothing matches"
        actions={
          <Button look="filled" onClick={onClear}>
            Show all discussions
          </Button>
        }
      >
        <p>
          {search.search
            ? `No discussion that you may read contains “${search.search}” with these filters. `
            : 'No discussion that you may read fits these filters. '}
          Fewer words or filters find more.
        </p>
      </StatePage>
    )
  }
  const { title, text } = EMPTY[search.kind ?? 'all']
  const start = (
    <Button look="filled" onClick={() => document.getElementById('start-a-discussion')?.click()}>
      Start a discussion
    </Button>
  )
  return (
    <StatePage title={title} actions={start}>
      <p>{text}</p>
    </StatePage>
  )
}
