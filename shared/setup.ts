/** Setting up an empty community in the browser: the link from the log, and the steps. */

/** How long the link from the log works. */
export const SETUP_HOURS = 24
export const SETUP_LINK = '/setup'
/** The steps, for an owner. */
export const SETUP_PATH = '/staff/setup'

export const SETUP_STEPS = ['owner', 'network', 'lists', 'prices', 'mail', 'payment', 'people', 'invitations'] as const
export type SetupStep = (typeof SETUP_STEPS)[number]
/** `open`: the community was opened. `checklist`: what is left is no longer shown. */
export type SetupMark = SetupStep | 'open' | 'checklist'
export type SetupState = 'done' | 'skipped'

interface StepTexts {
  label: string
  title: string
  lede: string
  minutes: number
}

export const SETUP_TEXTS: Record<SetupStep, StepTexts> = {
  owner: {
    label: 'Your owner account',
    title: 'Your owner account',
    lede: 'You can do everything here, and give others roles later.',
    minutes: 1,
  },
  network: {
    label: 'Your first network',
    title: 'Your first network',
    lede: 'A network is a group of members who read and answer each other. Most communities begin with one and add others later.',
    minutes: 3,
  },
  lists: {
    label: 'Chapters and lists',
    title: 'Chapters and lists',
    lede: 'What members choose from. Leave out what doesn’t fit; you can edit each entry later on the Lists desk.',
    minutes: 2,
  },
  prices: {
    label: 'Prices and welcome',
    title: 'Prices and welcome',
    lede: 'What a membership costs, and what new members read first. A price of 0 makes the network free.',
    minutes: 2,
  },
  mail: {
    label: 'Email',
    title: 'Email',
    lede: 'Invitations, sign-in codes and discussions go out by email. Send one to yourself to see that it arrives.',
    minutes: 1,
  },
  payment: {
    label: 'Payment',
    title: 'Payment',
    lede: 'Members pay on the pages of a payment provider. Cards never reach this server.',
    minutes: 1,
  },
  people: {
    label: 'Bring people and archives',
    title: 'Bring people and archives',
    lede: 'A table of people, and the archive of a mailing list. Skip what you don’t have.',
    minutes: 2,
  },
  invitations: {
    label: 'Invite your first members',
    title: 'Invite your first members',
    lede: 'Each person gets an email with a link. Then open the community.',
    minutes: 2,
  },
}

export const isSetupStep = (text: unknown): text is SetupStep => (SETUP_STEPS as readonly unknown[]).includes(text)

export const setupPath = (step: SetupStep): string => `${SETUP_PATH}?step=${step}`

/** The result of a test, in a sentence. */
export interface SetupTest {
  ok: boolean
  message: string
}
