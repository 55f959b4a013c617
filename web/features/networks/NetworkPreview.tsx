import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { contrastWords, TEXT_CONTRAST } from '#shared/kit/contrast.ts'
import { NETWORK_NAME } from '#shared/network-fields.ts'
import { isTheme, menuOf, PRODUCT_NAME } from '#shared/networks.ts'
import { THEME_SHADES, themeContrasts } from '#shared/theme-colors.ts'
import { SideNote } from '#web/kit/layout/SideNote.tsx'
import styles from './Preview.module.css'

export interface Shown {
  display_name: string
  theme: string
  logo: string | null
  menu: Record<string, boolean>
  /** Undefined for a network that has its address. */
  address: { slug: string; problem: string | undefined } | undefined
}

/** What members will see, and what was checked, while somebody types. */
export const NetworkPreview = ({ shown }: { shown: Shown }) => (
  <>
    <SideNote title="What members will see">
      <Picture shown={shown} />
    </SideNote>
    <SideNote title="Checked for you">
      <ul>
        {checksOf(shown).map(({ label, value, passes }) => (
          <li key={label} className={styles.check} data-fails={passes ? undefined : ''}>
            {passes ? (
              <IconCircleCheck size={18} className={styles.passes} aria-label="Passes" />
            ) : (
              <IconAlertTriangle size={18} aria-label="Fails" />
            )}
            <span className={styles.label}>{label}</span>
            <span className={styles.value}>{value}</span>
          </li>
        ))}
      </ul>
    </SideNote>
  </>
)

interface Check {
  label: string
  value: string
  passes: boolean
}

function checksOf({ display_name, theme, address }: Shown): Check[] {
  const contrasts = isTheme(theme) ? themeContrasts(theme) : []
  const { length } = display_name.trim()
  return [
    ...contrasts.map(({ label, contrast }) => ({
      label,
      value: contrastWords(contrast),
      passes: contrast >= TEXT_CONTRAST,
    })),
    ...(address ? [addressCheck(address)] : []),
    {
      label: 'The name fits on a phone',
      value: `${length} of ${NETWORK_NAME}`,
      passes: length > 0 && length <= NETWORK_NAME,
    },
  ]
}

const addressCheck = ({ slug, problem }: NonNullable<Shown['address']>): Check => ({
  label: problem ? 'The address can’t be used' : 'The address is free',
  value: slug || 'Blank',
  passes: problem === undefined,
})

function Picture({ shown: { display_name, theme, logo, menu } }: { shown: Shown }) {
  const color = isTheme(theme) ? THEME_SHADES[theme].name : ''
  return (
    <div className={`theme-${theme} ${styles.preview}`} role="img" aria-label={`A page of the network in ${color}`}>
      <div className={styles.spine}>
        <div className={styles.plate}>
          <p className={styles.product}>{PRODUCT_NAME}</p>
          {logo && <img className={styles.logo} src={logo} alt="" />}
          <p className={styles.network}>{display_name}</p>
        </div>
        <div className={styles.menu}>
          {menuOf(menu).flatMap(({ items }) => items.map(({ label }) => <p key={label}>{label}</p>))}
        </div>
      </div>
      <div className={styles.page}>
        <p className={styles.heading}>Discussions</p>
        <p className={styles.ask}>
          Ask your peers <span className={styles.start}>Start</span>
        </p>
        <div className={styles.topic}>
          <p className={styles.kind}>asks for a recommendation</p>
          <p>A system for four offices and one analyst</p>
        </div>
        <p className={styles.topic}>Who signs below $50,000?</p>
      </div>
    </div>
  )
}
