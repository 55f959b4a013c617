/** Invitation pages for members and staff, and the email outbox. */
export { NominatePage } from '#web/features/accounts/invitations/NominatePage.tsx'
export { OutboxPage } from '#web/features/accounts/invitations/OutboxPage.tsx'
export { StaffInvitationsPage } from '#web/features/accounts/invitations/StaffInvitationsPage.tsx'
