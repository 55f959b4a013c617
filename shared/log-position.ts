/**
 * The cookie with which a browser brings to one server what another has written or announced: a position in the log of
 * the database. Only where there is a replica.
 */
export const LOG_POSITION_COOKIE = 'log-position'
/** By then every server has read past it. */
export const LOG_POSITION_SECONDS = 60
