/** Ids of networks, lists and texts that the mutations of staff take. */
import { networkInput } from '../harness/networks.ts'
import { plain, row, type IdRow } from './hidden-row.ts'

export const networkIdRows: Record<string, Record<string, IdRow | IdRow[]>> = {
  SaveNetwork: {
    id: row('network', (id) => ({ id, network: networkInput() })),
    'network.discipline_id': row('guide', (discipline_id) => ({ network: networkInput({ discipline_id }) })),
  },
  SaveNetworkPrice: {
    peer_network_id: plain('network', 'peer_network_id', {
      valid_from: '2099-01-01',
      price: 1,
      price_international: 1,
    }),
  },
  RemoveNetworkPrice: { id: plain('guide', 'id') },
  PublishGenericContent: {
    peer_network_id: plain('network', 'peer_network_id', { section: 'faq', html: '<p>From the matrix</p>', note: '' }),
  },
  SetNetworkAccess: {
    from_network_id: plain('network', 'from_network_id', { to_network_id: 1, kinds: [] }),
    to_network_id: plain('network', 'to_network_id', { from_network_id: 1, kinds: [] }),
  },
  SaveNetworkPicture: { id: plain('network', 'id', { kind: 'logo' }) },
  SaveReferenceEntry: { id: plain('guide', 'id', { list: 'interests', name: 'From the matrix', values: [] }) },
  MergeReferenceEntries: {
    from_id: plain('guide', 'from_id', { list: 'interests', into_id: 1 }),
    into_id: plain('guide', 'into_id', { list: 'interests', from_id: 1 }),
  },
  RetireReferenceEntry: { id: plain('guide', 'id', { list: 'interests', is_retired: true }) },
  TakeReadyLists: {
    chapter_ids: row('guide', (id) => ({ discipline: 'legal', lists: ['chapters'], chapter_ids: [id] })),
  },
}
