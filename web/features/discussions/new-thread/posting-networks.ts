import type { Viewer } from '#web/platform/session/session.ts'
import { primaryNetworkOf } from '#web/platform/session/session.ts'

export interface PostingNetwork {
  id: number
  display_name: string
}

/** Networks where the viewer may post: their own and those that these give access to. */
export function postingNetworks(viewer: Viewer): PostingNetwork[] {
  const all = viewer.peer_network_memberships.flatMap(({ peer_network }) => [
    peer_network,
    ...peer_network.discussion_creation_networks,
  ])
  const byId = new Map(all.map(({ id, display_name }) => [id, { id, display_name }]))
  return [...byId.values()]
}

/** Default selection: the primary network and those it gives access to. */
export function usualNetworks(viewer: Viewer): number[] {
  const primary = primaryNetworkOf(viewer)
  if (!primary) return []
  return [...new Set([primary.id, ...primary.discussion_creation_networks.map(({ id }) => id)])]
}
