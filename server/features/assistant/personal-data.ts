import { copied, describe, each, ID, leftOut, type PersonalData } from '#server/platform/personal-data.ts'

export const assistantPersonalData: PersonalData = [
  describe(
    'ai_conversations',
    { ...each('id name created updated deleted', copied('assistant_conversations')), user_id: leftOut(ID) },
    { order: 'x.id' },
  ),
  describe(
    'prompt_templates',
    {
      ...each('id name content created_at deleted', copied('assistant_prompts')),
      ...each('user_id prompt_type description category order', leftOut(ID)),
    },
    { order: 'x.id' },
  ),
  describe(
    'ai_preferences',
    {
      ...each('risk_tolerance context daily_limit updated_at', copied('assistant_preferences')),
      user_id: leftOut(ID),
    },
    { merge: 'erase' },
  ),
  describe(
    'ai_usage',
    {
      ...each('day questions tokens_in tokens_out', copied('assistant_usage')),
      user_id: leftOut(ID),
    },
    { order: 'x.day' },
  ),
  describe(
    'ai_people',
    each(
      'ai_message_id user_id num_of_messages place',
      leftOut('worked out from posts that are in the copy', 'members'),
    ),
    { merge: 'move' },
  ),
]
