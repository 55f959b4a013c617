import { lazyRouteComponent } from '#web/platform/router/lazy-route-component.ts'

// Which desks there are is known only to the module, so that no byte of it is in the pages of members.
export const loadStaffPages = () => import('#web/routes/staff/StaffPages.tsx')
export const DeskPage = lazyRouteComponent(loadStaffPages, 'DeskPage')
export const StaffFrame = lazyRouteComponent(loadStaffPages, 'StaffFrame')
