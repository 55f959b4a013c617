import type { ReactNode } from 'react'
import { classNames } from '#web/kit/class-names.ts'
import styles from './Charts.module.css'

interface Props {
  caption: string
  columns: readonly string[]
  /** The first cell is the heading of its row. */
  rows: readonly { key: string; cells: readonly ReactNode[]; tints?: readonly (number | undefined)[] }[]
}

const TINTS = [styles.tint1, styles.tint2, styles.tint3, styles.tint4]
/** A tinted cell always has its number too. */
const tintOf = (share: number | undefined) =>
  share === undefined ? undefined : TINTS[Math.min(TINTS.length - 1, Math.floor(share * TINTS.length))]

export const FigureTable = ({ caption, columns, rows }: Props) => (
  <div className={styles.tableHolder} role="group" aria-label={caption} tabIndex={0}>
    <table className={styles.table}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells: [first, ...others], tints }) => (
          <tr key={key}>
            <th scope="row">{first}</th>
            {others.map((cell, at) => (
              <td key={columns[at + 1]} className={classNames(tintOf(tints?.[at]))}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
