/** Tables of all kinds, and archives of mailing lists. */
import { useQuery } from '@tanstack/react-query'
import { GetContentNetworks } from '#api/operations.ts'
import { ArchiveImport } from '#web/features/mail/archives/ArchiveImport.tsx'
import { ImportsPage } from '#web/features/moderation/ImportsPage.tsx'
import { operationQuery } from '#web/platform/api/operations.ts'

export function ImportsDesk() {
  const networks = useQuery(operationQuery(GetContentNetworks, {})).data?.content_networks ?? []
  return <ImportsPage archives={<ArchiveImport networks={networks} />} />
}
