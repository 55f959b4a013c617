import { MailSettings } from '#web/features/mail/MailSettings.tsx'
import { AccessTokens } from '#web/features/accounts/security/AccessTokens.tsx'
import { BlockedMembers } from '#web/features/accounts/settings/BlockedMembers.tsx'
import { Devices } from '#web/features/accounts/security/Devices.tsx'
import { EmailPreference } from '#web/features/accounts/settings/EmailPreference.tsx'
import { EmailSettings } from '#web/features/accounts/settings/EmailSettings.tsx'
import { LegalLinks } from '#web/features/accounts/auth-pages/LegalLinks.tsx'
import { NameSettings } from '#web/features/accounts/settings/NameSettings.tsx'
import { OwnData } from '#web/features/accounts/security/OwnData.tsx'
import { Passkeys } from '#web/features/accounts/security/Passkeys.tsx'
import { PasswordSetting } from '#web/features/accounts/security/PasswordSetting.tsx'
import { ReadingSettings } from '#web/features/accounts/settings/ReadingSettings.tsx'
import { SettingsPage, type SettingsSection } from '#web/features/accounts/settings/SettingsPage.tsx'
import { SingleSignOn } from '#web/features/accounts/single-sign-on/SingleSignOn.tsx'
import { TimeZoneSetting } from '#web/features/accounts/settings/TimeZoneSetting.tsx'
import { TwoStep } from '#web/features/accounts/security/TwoStep.tsx'
import { NotificationSettings } from '#web/features/notifications/NotificationSettings.tsx'
import { OfflineSetting } from '#web/features/notifications/OfflineSetting.tsx'

/** The settings sections of all features, in the order of the page. */
const SECTIONS: readonly SettingsSection[] = [
  {
    id: 'name',
    title: 'Name and photo',
    keywords: 'name picture photo avatar presence online profile',
    element: <NameSettings />,
  },
  {
    id: 'addresses',
    title: 'Email addresses',
    keywords: 'mail primary secondary address sign in',
    element: <EmailSettings />,
  },
  {
    id: 'mail',
    title: 'Discussion emails',
    keywords: 'email preference listserv daily digest none all',
    element: (
      <>
        <EmailPreference />
        <MailSettings />
      </>
    ),
  },
  {
    id: 'password',
    title: 'Password',
    keywords: 'sign in strength security',
    element: <PasswordSetting />,
  },
  {
    id: 'passkeys',
    title: 'Passkeys',
    keywords: 'sign in webauthn finger face security key',
    element: <Passkeys />,
  },
  {
    id: 'two-step',
    title: 'Two-step sign-in',
    keywords: 'authenticator code totp second factor backup codes security',
    element: <TwoStep />,
  },
  {
    id: 'single-sign-on',
    title: 'Single sign-on',
    keywords: 'sign in sso openid provider organization association security',
    element: <SingleSignOn />,
  },
  {
    id: 'devices',
    title: 'Signed-in devices',
    keywords: 'devices sessions sign out browser security',
    element: <Devices />,
  },
  {
    id: 'access-tokens',
    title: 'Access tokens',
    keywords: 'api token program script developer bearer security',
    element: <AccessTokens />,
  },
  {
    id: 'notifications',
    title: 'Notifications',
    keywords:
      'notices mail email push quiet hours timing mute digest device told mentions replies conversations chats inbox',
    element: <NotificationSettings />,
  },
  {
    id: 'time-zone',
    title: 'Time zone',
    keywords: 'clock hours dates region quiet daily',
    element: <TimeZoneSetting />,
  },
  {
    id: 'reading',
    title: 'Reading',
    keywords: 'headlines density keyboard shortcuts keys display',
    element: <ReadingSettings />,
  },
  {
    id: 'offline',
    title: 'Offline reading',
    keywords: 'offline device keep store network travel',
    element: <OfflineSetting />,
  },
  {
    id: 'blocked',
    title: 'Blocked members',
    keywords: 'block unblock people',
    element: <BlockedMembers />,
  },
  {
    id: 'own-data',
    title: 'Your data',
    keywords: 'export copy download delete account leave privacy',
    element: <OwnData />,
  },
  {
    id: 'legal',
    title: 'Terms and privacy',
    keywords: 'terms of use privacy policy membership agreement legal contract',
    element: <LegalLinks />,
  },
]

export const SettingsSections = () => <SettingsPage sections={SECTIONS} />
