-- The guides and badges that came with 0033 and 0050, in plainer words. What staff have since written stays.
update badges set description = w.plain from (values
  ('Began a discussion', 'Started a discussion'),
  ('Began 10 discussions', 'Started 10 discussions'),
  ('Began 50 discussions', 'Started 50 discussions'),
  ('Answered peers 10 times', 'Replied to peers 10 times'),
  ('Answered peers 50 times', 'Replied to peers 50 times'),
  ('Answered peers 100 times within a year', 'Replied to peers 100 times in a year'),
  ('A member for a year', 'Member for 1 year'),
  ('A member for 3 years', 'Member for 3 years'),
  ('A member for 5 years', 'Member for 5 years'),
  ('Helped to found a network', 'Helped found a network')
) w(first, plain) where badges.description = w.first;

update onboarding_checklist_items set name = w.plain from (values
  ('Ask or answer once', 'Ask or answer a question'),
  ('Decide how you read', 'Set your reading preferences'),
  ('Name a colleague', 'Nominate a colleague')
) w(first, plain) where onboarding_checklist_items.name = w.first;

update onboarding_checklist_items set description = w.plain from (values
  ('Peers answer more freely when they know who is asking.',
   'Peers answer more openly when they know who’s asking.'),
  ('Say what concerns you, so that the right questions find you.',
   'Tell us what you care about so the right questions find you.'),
  ('See how members ask, and how plainly they answer.', 'See how members ask and answer.'),
  ('Most first questions are answered within a day. You may also answer one.',
   'Most first questions get an answer within a day. You can also answer someone else’s.'),
  ('Full entries or headlines, keyboard shortcuts, and where you are signed in.',
   'Full previews or headlines, keyboard shortcuts, and signed-in devices.'),
  ('A network is as good as its members. Staff look at every name.',
   'A network is only as good as its members. Staff review every nomination.')
) w(first, plain) where onboarding_checklist_items.description = w.first;

update onboarding_checklist_items set call_to_action_label = w.plain from (values
  ('Open Discussions', 'Go to Discussions'),
  ('Open the settings', 'Open settings')
) w(first, plain) where onboarding_checklist_items.call_to_action_label = w.first;

update personalization_items set name = w.plain from (values
  ('The first year in a new role', 'First year in a new role'),
  ('Vendors, outside advisers and fees', 'Vendors, outside advisers, and fees'),
  ('Technology and artificial intelligence at work', 'Technology and AI at work')
) w(first, plain) where personalization_items.name = w.first;

update feature_tours set skip_button_text = w.plain from (values
  ('Skip the tour', 'Skip tour')
) w(first, plain) where feature_tours.skip_button_text = w.first;

update feature_tour_items set description = w.plain from (values
  ('What was said since you were last here. It is gathered anew each time you come.',
   'What’s been posted since your last visit. It updates every time you come back.'),
  ('Questions that nobody has answered yet, those closest to what you know first.',
   'Unanswered questions, starting with those closest to your expertise.'),
  ('Members of your own networks, and why you may want to know them.',
   'Members of your networks, and why you may want to meet them.'),
  ('Ask here. Before you post you see how many members can read it.',
   'Ask here. Before you post, you’ll see how many members can read it.'),
  ('Narrow what you read by area, place or network. The address keeps your choice.',
   'Filter by expertise, location, or network. You can bookmark the page with your filters.')
) w(first, plain) where feature_tour_items.description = w.first;

update feature_alerts set description = w.plain from (values
  ('With an authenticator on your phone your account stays yours, even if somebody learns your password.',
   'An authenticator app protects your account even if someone learns your password.')
) w(first, plain) where feature_alerts.description = w.first;
