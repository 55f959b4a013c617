export interface PollDraft {
  options: string[]
  allow_other: boolean
  can_change_vote: boolean
  /** As a date field holds it; empty: the poll stays open. */
  end_day: string
}
