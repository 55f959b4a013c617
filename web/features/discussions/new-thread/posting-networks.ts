import type { Viewer } from '#web/platform/session/session.ts'
import { primaryNetworkOf } from '#web/platform/session/session.ts'

export interface PostingNetwork {
  id: number
  display_name: string
}

/** Where the viewer may start a discussion: each own network and those that it opens to them. */
export function postingNetworks(viewer: Viewer): PostingNetwork[] {
  const all = viewer.peer_network_memberships.flatMap(({ peer_network }) => [
    peer_network,
    ...peer_network.discussion_creation_networks,
  ])
  const byId = new Map(all.map(({ id, display_name }) => [id, { id, display_name }]))
  return [...byId.values()]
}

/** What is chosen before anybody chooses: the primary network and those that it opens. */
export function usualNetworks(viewer: Viewer): number[] {
  const primary = primaryNetworkOf(viewer)
  if (!primary) return []
  return [...new Set([primary.id, ...primary.discussion_creation_networks.map(({ id }) => id)])]
}
