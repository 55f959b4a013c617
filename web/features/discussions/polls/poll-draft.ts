export interface PollDraft {
  options: string[]
  allow_other: boolean
  can_change_vote: boolean
  /** Value of a date input; empty if the poll has no end. */
  end_day: string
}
