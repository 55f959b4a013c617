export { accountJobs, doorJobs } from './accounts.jobs.ts'
export { registerAccountRoutes, xsrfCookie } from './accounts.routes.ts'
export { insertStaff } from './accounts.sql.ts'
