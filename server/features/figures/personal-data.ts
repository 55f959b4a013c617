import { describe, each, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const figurePersonalData: PersonalData = [
  describe(
    'question_answerers',
    each('thread_id user_id num_of_answers', leftOut('repeats the member’s posts, and is rebuilt each night', 'staff')),
  ),
  describe(
    'weekly_figure_refusals',
    each('user_id refused_at', leftOut('a choice of staff about their own email', 'self')),
  ),
]
