/** The pages outside: everything that leads in beside the sign-in page itself. */
export { ConfirmEmailPage } from '#web/features/accounts/ConfirmEmailPage.tsx'
export { ConfirmLoginPage } from '#web/features/accounts/ConfirmLoginPage.tsx'
export { InvitationPage, InvitePage } from '#web/features/accounts/InvitePage.tsx'
export { JoinPage } from '#web/features/accounts/JoinPage.tsx'
export { ForgotPasswordPage, ResetPasswordPage } from '#web/features/accounts/PasswordPages.tsx'
export { TrialPage } from '#web/features/accounts/TrialPage.tsx'
