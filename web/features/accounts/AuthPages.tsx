/** The auth pages for signed-out visitors, except the sign-in page itself. */
export { ConfirmEmailPage } from '#web/features/accounts/joining/ConfirmEmailPage.tsx'
export { ConfirmLoginPage } from '#web/features/accounts/sign-in/ConfirmLoginPage.tsx'
export { FirstOwnerPage } from '#web/features/accounts/joining/FirstOwnerPage.tsx'
export { InvitationPage, InvitePage } from '#web/features/accounts/joining/InvitePage.tsx'
export { JoinPage } from '#web/features/accounts/joining/JoinPage.tsx'
export {
  ForgotPasswordPage,
  IncompleteResetPage,
  ResetPasswordPage,
} from '#web/features/accounts/sign-in/PasswordPages.tsx'
export { TrialPage } from '#web/features/accounts/joining/TrialPage.tsx'
