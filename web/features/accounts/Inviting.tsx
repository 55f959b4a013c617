/** What members and staff do about those who are to come, and the outbox of the house. */
export { NominatePage } from '#web/features/accounts/NominatePage.tsx'
export { OutboxPage } from '#web/features/accounts/OutboxPage.tsx'
export { StaffInvitationsPage } from '#web/features/accounts/StaffInvitationsPage.tsx'
