import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { foundPromptsQuery, hubQuery, type Prompt } from '#web/features/assistant/assistant.queries.ts'
import { OwnPrompts } from '#web/features/assistant/prompts/OwnPrompts.tsx'
import styles from '#web/features/assistant/prompts/Prompts.module.css'
import { Button } from '#web/kit/Button.tsx'
import { SelectMenu } from '#web/kit/forms/Controls.tsx'
import { SearchField } from '#web/kit/forms/SearchField.tsx'
import { Skeleton } from '#web/kit/layout/Skeleton.tsx'
import { Dialog } from '#web/kit/overlay/Dialog.tsx'
import { toast } from '#web/platform/toasts/toasts.ts'
import { copyFiles } from './use-prompt.ts'
import type { UploadedFile } from '#shared/uploads.ts'

interface Props {
  onUse: (text: string, attachments: readonly UploadedFile[]) => void
  onClose: () => void
}

/** The prompts of the community by category, and the member's own. */
export default function PromptsDialog({ onUse, onClose }: Props) {
  return (
    <Dialog labelledBy="prompts-title" onClose={onClose}>
      {(close) => {
        const use = (prompt: Prompt) =>
          void copyFiles(prompt)
            .catch(() => {
              toast.error('The files of the prompt weren’t attached', 'Its text is in the field. Attach them again.')
              return []
            })
            .then((files) => {
              close()
              // Closing the dialog gives the focus back to its button; the field takes it afterwards.
              requestAnimationFrame(() => onUse(prompt.content, files))
            })
        return (
          <>
            <div className={styles.head}>
              <h2 id="prompts-title" className="t-section">
                Prompts
              </h2>
              <Button look="bare" onClick={close}>
                Close
              </Button>
            </div>
            <OwnPrompts onUse={use} />
            <Hub onUse={use} />
          </>
        )
      }}
    </Dialog>
  )
}

function Hub({ onUse }: { onUse: (prompt: Prompt) => void }) {
  const [search, setSearch] = useState('')
  const [category, setCategory] = useState('')
  const all = useQuery(hubQuery).data?.prompt_hub ?? []
  const categories = [...new Set(all.flatMap((prompt) => prompt.category ?? []))]
  const { data, isError, refetch } = useQuery(foundPromptsQuery(search.trim(), category))
  const found = data?.prompt_hub
  return (
    <section className={styles.section} aria-label="From the community">
      <h3>From the community</h3>
      <div className={styles.filters}>
        <SearchField
          label="Search prompts"
          placeholder="Search prompts"
          maxLength={200}
          value={search}
          onChange={({ target }) => setSearch(target.value)}
        />
        <SelectMenu
          label="Category"
          hidesLabel
          className={styles.category}
          none="All categories"
          value={category}
          options={categories.map((value) => ({ value, label: value }))}
          onChange={setCategory}
        />
      </div>
      {found === undefined ? (
        isError ? (
          <p role="alert" className={styles.facts}>
            We couldn’t load the prompts. <Button onClick={() => void refetch()}>Try again</Button>
          </p>
        ) : (
          <Skeleton width="most" />
        )
      ) : found.length === 0 ? (
        <p role="status" className={styles.facts}>
          No prompt matches. Try fewer words or another category.
        </p>
      ) : (
        categories
          .map((name) => ({ name, prompts: found.filter((prompt) => prompt.category === name) }))
          .filter(({ prompts }) => prompts.length > 0)
          .map(({ name, prompts }) => (
            <div key={name}>
              <h4 className={styles.group}>{name}</h4>
              <ul>
                {prompts.map((prompt) => (
                  <HubRow key={prompt.id} prompt={prompt} onUse={onUse} />
                ))}
              </ul>
            </div>
          ))
      )}
    </section>
  )
}

const HubRow = ({ prompt, onUse }: { prompt: Prompt; onUse: (prompt: Prompt) => void }) => (
  <li className={styles.row}>
    <div className={styles.about}>
      <b>{prompt.name}</b>
      <p className={styles.facts}>{prompt.description ?? prompt.content}</p>
    </div>
    <Button aria-label={`Use ${prompt.name}`} onClick={() => onUse(prompt)}>
      Use
    </Button>
  </li>
)
