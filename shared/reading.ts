/** Limits and texts of reading: activity, related threads, likes. */

export const ACTIVITY_PAGE = 25
export const RELATED_THREADS = 5
/** How far back trending looks. */
export const RECENT_DAYS = 14
export const LIKERS_PAGE = 50
export const LIKES_PER_CALL = 50

export const agree = (count: number) => `${count.toLocaleString('en-US')} agree`
