import { sizeInWords } from '#shared/kit/text.ts'
import { isForBrowser } from '#web/platform/navigation/navigation.ts'
import styles from '#web/writing/content/AttachmentList.module.css'

const kindOf = (name: string, fileType: string) =>
  (/\.(\w{1,5})$/.exec(name)?.[1] ?? fileType.split('/').at(-1) ?? '').toUpperCase()

export interface Attachment {
  id: number
  name: string
  file_type: string
  size: number
  /** URL of the file. */
  file: string
  thumbnail_url: string | null
}

/** Files below the text. Pictures are shown in a box of fixed size, so that nothing moves when they load. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  if (attachments.length === 0) return null
  return (
    <ul className={styles.files} aria-label="Attachments">
      {attachments.map(({ id, name, file_type, size, file, thumbnail_url: picture }) => (
        <li key={id}>
          <a
            href={file}
            download={name}
            className={picture ? styles.picture : undefined}
            onClick={(event) => {
              if (isForBrowser(event)) return
              event.preventDefault()
              void import('#web/platform/api/download.ts').then(({ download }) => download(file, name))
            }}
          >
            {picture ? (
              <img src={picture} alt={name} loading="lazy" width={240} height={160} />
            ) : (
              <span className={styles.icon} data-kind={kindOf(name, file_type)} />
            )}
            <span className={styles.name} aria-hidden={picture ? true : undefined}>
              {name}
            </span>
            <span className={styles.facts}>
              {[kindOf(name, file_type), sizeInWords(size)].filter(Boolean).join(', ')}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
