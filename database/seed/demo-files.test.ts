import { expect, it } from 'vitest'
import { cleanFileName } from '#shared/kit/file-names.ts'
import { FILE_TYPES } from '#shared/uploads.ts'
import { demoFiles } from './demo-files.ts'
import { threads } from './threads.ts'

it.each(demoFiles.map((file) => [file.name, file] as const))(
  '%s is a file as members have them',
  async (name, file) => {
    expect(cleanFileName(name)).toBe(name)
    expect(FILE_TYPES[name.split('.').at(-1)!]).toBe(file.file_type)
    const thread = threads.find(({ topic }) => topic === file.topic)
    expect(1 + (thread?.replies?.length ?? 0)).toBeGreaterThan(file.at)
    expect((await file.make()).length).toBeGreaterThan(500)
  },
)
