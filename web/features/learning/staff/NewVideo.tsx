import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AddVideo, GetVideoChoices } from '#api/operations.ts'
import { Button } from '#web/kit/Button.tsx'
import { FileField } from '#web/kit/forms/FileField.tsx'
import { TextAreaField } from '#web/kit/forms/Field.tsx'
import { FormProblem } from '#web/kit/forms/FormParts.tsx'
import { ApiError } from '#web/platform/api/api-error.ts'
import { errorMessage } from '#web/platform/api/error-message.ts'
import { execute } from '#web/platform/api/operations.ts'
import { uploadLargeFile } from '#web/platform/api/resumable-upload.ts'
import { uploadFile } from '#web/platform/api/upload.ts'
import { useCommand } from '#web/platform/forms/use-command.ts'
import own from './SeriesForm.module.css'

interface Texts {
  captions: string
  chapters: string
}
interface Props {
  onAdded: (videoId: number) => void
  onClose: () => void
}

function useNewVideo({ onAdded, onClose }: Props) {
  const client = useQueryClient()
  const [file, setFile] = useState<File>()
  const [poster, setPoster] = useState<File>()
  const [share, setShare] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const { run, isPending } = useCommand(
    async (texts: Texts) => {
      if (!file) throw new ApiError('Choose a file.', { kind: 'bad_request' })
      const { addVideo } = await execute(AddVideo, {
        ...texts,
        file: await uploadLargeFile(file, { purpose: 'video', onProgress: setShare }),
        poster: poster ? await uploadFile(poster) : null,
      })
      await client.invalidateQueries({ queryKey: [GetVideoChoices.name] })
      return addVideo.id
    },
    {
      success: 'Video added',
      onSuccess: (id) => {
        onAdded(id)
        onClose()
      },
      onError: (error) => setProblem(errorMessage(error, { fact: 'Video not added' })),
    },
  )
  const add = (texts: Texts) => {
    setProblem(null)
    void run(texts)
  }
  return { setFile, setPoster, share, problem, isPending, add }
}

/** Uploads a video with its poster, captions and chapters; the part has it once it is there. */
export function NewVideo(props: Props) {
  const { setFile, setPoster, share, problem, isPending, add } = useNewVideo(props)
  const [texts, setTexts] = useState({ captions: '', chapters: '' })
  return (
    <fieldset className={own.fields} aria-label="New video">
      <FileField label="MP4 or WebM file" accept=".mp4,.webm" onChoose={setFile} />
      <FileField label="Image shown before it plays (optional)" accept="image/*" onChoose={setPoster} />
      <TextAreaField
        label="Captions (WebVTT)"
        rows={4}
        value={texts.captions}
        onChange={({ target }) => setTexts({ ...texts, captions: target.value })}
      />
      <TextAreaField
        label="Chapters"
        hint="A line each: 8:00 Interviews and memos"
        rows={3}
        value={texts.chapters}
        onChange={({ target }) => setTexts({ ...texts, chapters: target.value })}
      />
      <FormProblem>{problem}</FormProblem>
      <p role="status">{isPending && share > 0 && `Uploaded ${Math.floor(share * 100)} %`}</p>
      <p className={own.rowActs}>
        <Button disabled={isPending} onClick={() => add(texts)}>
          Add video
        </Button>
        <Button look="bare" onClick={props.onClose}>
          Close
        </Button>
      </p>
    </fieldset>
  )
}
