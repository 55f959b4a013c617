/** How many items of each kind the home page shows, and how far back it looks. */
export const MISSED_THREADS = 5
export const MISSED_DAYS = 14
/** A thread viewed less than this long ago counts as part of the current visit. */
export const SITTING_MINUTES = 60
export const QUESTIONS_TO_ANSWER = 4
export const MEMBERS_TO_KNOW = 4
export const POLLS_SHOWN = 3
