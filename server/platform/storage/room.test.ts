import { tmpdir } from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { makeRoom } from './room.ts'

/** More than any disk has. */
const ENDLESS = 2 ** 60
const roomOf = (hasDatabase: boolean) => {
  const free = vi.fn()
  return { free, room: makeRoom({ folder: tmpdir(), hasDatabase, free }) }
}

describe('a file that does not fit', () => {
  it('is refused, and the embedded database is asked at most once a minute to give back what it can', async () => {
    const { room, free } = roomOf(true)
    for (let each = 0; each < 3; each++)
      await expect(room.require({ fileBytes: ENDLESS })).rejects.toMatchObject({ code: 'uploads.no_room', status: 503 })
    expect(free).toHaveBeenCalledTimes(1)
  })

  it('is refused where the database is elsewhere, which is asked nothing', async () => {
    const { room, free } = roomOf(false)
    await expect(room.require({ fileBytes: ENDLESS })).rejects.toMatchObject({ code: 'uploads.no_room' })
    await room.require({ fileBytes: undefined })
    expect(free).not.toHaveBeenCalled()
  })
})
