/** Background jobs for staff: limits and words, shared by server and browser. */

export const JOBS_PAGE = 50

export const JOB_STATES = {
  failed: 'Failed',
  retrying: 'Failed, will be tried again',
  running: 'Running',
  queued: 'Queued',
} as const
