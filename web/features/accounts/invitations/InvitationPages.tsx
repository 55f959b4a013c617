/** What members and staff do about those who are to come, and the outbox of the house. */
export { NominatePage } from '#web/features/accounts/invitations/NominatePage.tsx'
export { OutboxPage } from '#web/features/accounts/invitations/OutboxPage.tsx'
export { StaffInvitationsPage } from '#web/features/accounts/invitations/StaffInvitationsPage.tsx'
