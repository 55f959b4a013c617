/** Editing, removing and drafts. Staff may change whatever they can read; other members only their own. */
import type { Kit, Outcome, Ownership, Role, Row } from '../row.ts'

export const editingRows = ({ signedIn, ofThread, readsThread }: Kit): Record<string, Row> => {
  const ofOwn = (role: Role, of: Ownership): Outcome => {
    if (!readsThread(role, of) || of === 'removed') return 'missing'
    return role === 'staff' || of === 'own' ? 'data' : 'code discussions.not_yours'
  }
  const editing = (role: Role, of: Ownership): Outcome => {
    const outcome = ofOwn(role, of)
    return role === 'expired' && outcome !== 'missing' ? 'code discussions.membership_ended' : outcome
  }
  const ofMessage = (variables: Row['variables'], outcome: (role: Role, of: Ownership) => Outcome): Row => ({
    ...ofThread(variables, outcome),
    about: 'message',
  })
  return {
    GetDrafts: signedIn(),
    OwnDrafts: signedIn(),
    SaveDraft: signedIn({ key: '1.thread', content: { text: 'From the matrix' } }),
    DropDraft: signedIn({ key: '1.thread' }),
    GetMessageVersions: ofMessage(
      (message_id) => ({ message_id }),
      (role, of) => (readsThread(role, of) ? 'data' : 'missing'),
    ),
    EditMessage: ofMessage((message_id) => ({ message_id, body: '<p>From the matrix.</p>' }), editing),
    EditThread: ofThread((thread_id) => ({ thread_id, topic: 'From the matrix', body: '<p>x</p>' }), editing),
    RemoveMessage: ofMessage(
      (message_id) => ({ message_id }),
      (role, of) => {
        const outcome = ofOwn(role, of)
        // The target is an opening message, which can only be removed with its thread.
        return outcome === 'data' ? 'code discussions.opening_stays' : outcome
      },
    ),
    RemoveThread: {
      ...ofThread((thread_id) => ({ thread_id }), ofOwn),
      consumes: true,
    },
  }
}
