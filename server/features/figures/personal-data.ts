import { BY_STAFF, describe, each, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const figurePersonalData: PersonalData = [
  describe(
    'question_answerers',
    each('thread_id user_id num_of_answers', leftOut('repeats the member’s posts, and is rebuilt each night', 'staff')),
  ),
  describe(
    'question_asks',
    {
      ...each('thread_id user_id asked_at', leftOut('the message itself is in the copy, as a conversation', 'staff')),
      asked_by: { export: false, because: BY_STAFF, erase: 'null', of: 'asked_by', visibleTo: 'staff' },
    },
    { merge: 'move' },
  ),
  describe(
    'weekly_figure_refusals',
    each('user_id refused_at', leftOut('a choice of staff about their own email', 'self')),
  ),
]
