import styles from './Tooltip.module.css'

export const TOOLTIP_GAP_PX = 10
export const TOOLTIP_DELAY_MS = 0

/** Props for the control: shows the label immediately, 10 px away. */
export const tooltip = (label: string, side: 'right' | 'below' = 'below') => ({
  className: `${styles.tooltip} ${styles[side]}`,
  'data-tooltip': label,
})
