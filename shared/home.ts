/** What the first page shows of each thing, and how far it looks back. */
export const MISSED_THREADS = 5
export const MISSED_DAYS = 14
/** What was opened in the last hour belongs to the same sitting. */
export const SITTING_MINUTES = 60
export const QUESTIONS_TO_ANSWER = 4
export const MEMBERS_TO_KNOW = 4
export const POLLS_SHOWN = 3
