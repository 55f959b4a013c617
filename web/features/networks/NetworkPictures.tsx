import { useState } from 'react'
import { SaveNetworkPicture } from '#api/operations.ts'
import { FAVICON_PIXELS, type PictureKind } from '#shared/network-fields.ts'
import { NETWORK_KEYS, type ManagedNetwork } from '#web/features/networks/networks.queries.ts'
import { Button } from '#web/kit/Button.tsx'
import { FileField } from '#web/kit/forms/FileField.tsx'
import { Section } from '#web/kit/layout/Section.tsx'
import rows from '#web/kit/list/Rows.module.css'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { execute } from '#web/platform/api/operations.ts'
import { uploadFile } from '#web/platform/api/upload.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import styles from './Networks.module.css'

const PICTURES: readonly { kind: PictureKind; label: string; about: string }[] = [
  {
    kind: 'logo',
    label: 'Logo',
    about: 'Stands above the name, on the color of the network. PNG with transparency is best.',
  },
  {
    kind: 'favicon',
    label: 'Favicon',
    about: `Stands on the browser’s tab. A square of at least ${FAVICON_PIXELS} × ${FAVICON_PIXELS} pixels.`,
  },
]

/** Logo and favicon: saved as soon as one is chosen. */
export const NetworkPictures = ({ network }: { network: ManagedNetwork['network'] }) => (
  <Section title="Logo and favicon">
    <p className={styles.about}>Saved as soon as you choose a file.</p>
    <div className={styles.fields}>
      {PICTURES.map((picture) => (
        <Picture key={picture.kind} {...picture} network={network} />
      ))}
    </div>
  </Section>
)

function Picture({ kind, label, about, network }: (typeof PICTURES)[number] & { network: ManagedNetwork['network'] }) {
  const [problem, setProblem] = useState<string>()
  const { run, isPending } = useCommand(
    async (file: File | null) => {
      const uploaded = file ? await uploadFile(file) : null
      return execute(SaveNetworkPicture, { id: network.id, kind, attachment_key: uploaded?.key ?? null })
    },
    {
      invalidate: NETWORK_KEYS,
      success: (_, file) => (file ? `${label} saved` : `${label} removed`),
      onSuccess: () => setProblem(undefined),
      onError: (error) => setProblem(errorMessage(error, { fact: `${label} not saved` })),
    },
  )
  const source = network[kind]
  return (
    <div>
      {source && (
        <p className={`theme-${network.theme} ${styles.picture}`}>
          <img src={source} alt={`${label} of ${network.display_name}`} />
        </p>
      )}
      <FileField
        label={label}
        accept="image/*"
        disabled={isPending}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${kind}-problem` : `${kind}-about`}
        onChoose={(file) => {
          if (file) void run(file)
        }}
      />
      <p id={`${kind}-about`} className={`t-meta ${rows.quiet}`}>
        {isPending ? 'Uploading…' : about}
      </p>
      {problem && (
        <p id={`${kind}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {source && (
        <Button look="bare" disabled={isPending} onClick={() => void run(null)}>
          Remove {label.toLowerCase()}
        </Button>
      )}
    </div>
  )
}
