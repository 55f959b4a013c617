/** Staff who run networks, lists and texts; for others these operations do not exist. */
import { READY_LISTS } from '#shared/ready-lists.ts'
import { networkInput } from '../../harness/networks.ts'
import type { Kit, Outcome, Row } from '../row.ts'

const NOWHERE = 9_007_199_254_740_991
const EVERY_CHAPTER = Array.from({ length: 33 }, (_, at) => at + 1)

export const networkRows = ({ signedIn }: Pick<Kit, 'signedIn'>): Record<string, Row> => {
  const forStaff = (variables: Record<string, unknown>, outcome: Outcome): Row => {
    const row = signedIn(variables)
    return {
      ...row,
      outcome: (role, of) => {
        const usual = row.outcome(role, of)
        return usual === 'data' ? (role === 'staff' ? outcome : 'code staff.not_found') : usual
      },
    }
  }
  return {
    GetManagedNetworks: signedIn(),
    GetManagedNetwork: signedIn({ id: NOWHERE }),
    GetNetworkAccess: signedIn(),
    GetNetworkAccessEffects: signedIn({ from_network_id: 1, to_network_id: 2 }),
    SetNetworkAccess: forStaff({ from_network_id: 1, to_network_id: 1, kinds: [] }, 'code networks.access'),
    GetManagedDisciplines: signedIn(),
    SaveNetwork: forStaff({ network: networkInput({ display_name: '' }) }, 'code networks.field'),
    SaveNetworkPicture: forStaff({ id: NOWHERE, kind: 'logo' }, 'code staff.not_found'),
    SaveNetworkPrice: forStaff(
      { peer_network_id: 1, valid_from: 'soon', price: 0, price_international: 0 },
      'code networks.price',
    ),
    RemoveNetworkPrice: forStaff({ id: NOWHERE }, 'code staff.not_found'),
    GetReferenceLists: signedIn(),
    GetReferenceEntries: signedIn({ list: 'chapters' }),
    GetReferenceUses: signedIn({ list: 'chapters', id: NOWHERE }),
    SaveReferenceEntry: forStaff({ list: 'chapters', name: '', values: [] }, 'code reference_lists.field'),
    MergeReferenceEntries: forStaff({ list: 'chapters', from_id: 1, into_id: 1 }, 'code reference_lists.field'),
    TakeReadyLists: forStaff({ discipline: 'legal', lists: [...READY_LISTS], chapter_ids: EVERY_CHAPTER }, 'data'),
    GetSetupSteps: signedIn(),
    SaveSetupStep: forStaff({ step: 'mail', state: 'done' }, 'code staff.not_found'),
    RetireReferenceEntry: forStaff({ list: 'chapters', id: NOWHERE, is_retired: true }, 'code staff.not_found'),
    SaveDiscipline: forStaff({ type: 'legal', name: '', team_name: '', links: '' }, 'code networks.field'),
  }
}
