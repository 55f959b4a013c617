-- What the first page and its guides begin with, in every house. Staff switch off what they do not want.
insert into onboarding_checklist_items (key, name, description, call_to_action_label, call_to_action_redirect, default_position_in_list) values
  ('complete_profile', 'Complete your profile', 'Peers answer more freely when they know who is asking.', 'Go to your profile', '/profile', 1),
  ('choose_topics', 'Choose your topics', 'Say what concerns you, so that the right questions find you.', 'Choose topics', '/onboarding/topics', 2),
  ('read_discussion', 'Read a discussion', 'See how members ask, and how plainly they answer.', 'Open Discussions', '/feed', 3),
  ('ask_or_answer', 'Ask or answer once', 'Most first questions are answered within a day. You may also answer one.', 'See unanswered questions', '/feed?unanswered=true', 4),
  ('reading_settings', 'Decide how you read', 'Full entries or headlines, keyboard shortcuts, and where you are signed in.', 'Open the settings', '/profile/settings', 5),
  ('invite_colleague', 'Name a colleague', 'A network is as good as its members. Staff look at every name.', 'Invite a colleague', '/profile/invite', 6);

insert into personalization_items (peer_network_id, key, name, position_in_list) values
  (null, 'first-year-in-role', 'The first year in a new role', 1),
  (null, 'building-a-team', 'Building and leading a team', 2),
  (null, 'working-with-the-board', 'Working with the board', 3),
  (null, 'vendors-and-fees', 'Vendors, outside advisers and fees', 4),
  (null, 'technology-and-ai', 'Technology and artificial intelligence at work', 5),
  (null, 'deals-and-transactions', 'Deals and transactions', 6),
  (null, 'risk-and-regulation', 'Risk and regulation', 7),
  (null, 'international-work', 'Working across borders', 8),
  (null, 'career', 'My own career', 9);

insert into feature_tours (key, completion_button_text, skip_button_text) values
  ('home', 'Done', 'Skip the tour'),
  ('first-question', 'Done', 'Skip the tour');
insert into feature_tour_items (tour_id, index, description, selector)
  select t.id, i.index, i.description, i.selector
  from (values
    ('home', 1, 'What was said since you were last here. It is gathered anew each time you come.', '[data-guide="missed"]'),
    ('home', 2, 'Questions that nobody has answered yet, those closest to what you know first.', '[data-guide="questions"]'),
    ('home', 3, 'Members of your own networks, and why you may want to know them.', '[data-guide="members"]'),
    ('first-question', 1, 'Ask here. Before you post you see how many members can read it.', '[data-guide="ask"]'),
    ('first-question', 2, 'Narrow what you read by area, place or network. The address keeps your choice.', '[data-guide="filters"]')
  ) i(key, index, description, selector) join feature_tours t on t.key = i.key;

insert into feature_alerts (key, title, description, link, link_label) values
  ('two-step-sign-in', 'Two-step sign-in is here', 'With an authenticator on your phone your account stays yours, even if somebody learns your password.', '/profile/settings', 'Set it up');

-- Version 1 of what members accept. A later version is a row of its own, and is asked for anew.
insert into legal_documents (kind, version, title, sections, published_at) values ('terms_of_use', 1, 'Terms of use', '[
  {
    "title": "Who may take part",
    "paragraphs": [
      "Counterpart is for people who work in-house: general counsel, finance leaders, executives and those who work with them. You join by invitation, for yourself, with your own name and your business address. An account is personal. Do not share it, and do not let anybody act in your name.",
      "Tell us when your role changes. Whoever begins to sell services to the members of their network leaves it, however good a colleague they were."
    ]
  },
  {
    "title": "The rules of the networks",
    "paragraphs": [
      "What is said here stays here. You may use what you learn. You may not say outside who said it, which company it concerned, or anything by which either could be recognised.",
      "Do not solicit. Recommend an adviser when somebody asks and when you have worked with them; say so if you have an interest in them.",
      "Do not agree with competitors about prices, customers, pay or territories, here or anywhere. Do not post inside information of a listed company.",
      "Disagree with the argument and never with the person. Staff may remove a post, close a discussion or suspend an account that breaks these rules, and they tell the author why."
    ]
  },
  {
    "title": "What you write",
    "paragraphs": [
      "What you write remains yours. You allow Counterpart to store it and to show it to the members who may read it, for as long as it stands here.",
      "Before you post, the page says who can read it. A private reply is read by its writer, the author of the message answered, the author of the discussion, and staff. You may amend your words for a short time and ask for their removal at any time.",
      "Nothing here is legal, financial or other professional advice. Members speak of their own experience; decide for yourself."
    ]
  },
  {
    "title": "Files and links",
    "paragraphs": [
      "Share a document only if you may. Take out names and figures that are not yours to give. Files are checked for harm before others can open them."
    ]
  },
  {
    "title": "Availability and ending",
    "paragraphs": [
      "We keep the service running with care, and cannot promise that it never stops. You may leave at any time under your profile. We may end an account that breaks these terms; what was paid for time not used is then returned, unless the reason is a grave breach."
    ]
  },
  {
    "title": "Changes",
    "paragraphs": [
      "When these terms change, you are asked before you go on. The version that you accepted is kept with the day on which you did."
    ]
  }
]', '2026-01-01');
insert into legal_documents (kind, version, title, sections, published_at) values ('privacy_policy', 1, 'Privacy policy', '[
  {
    "title": "What this is about",
    "paragraphs": [
      "Confidentiality is what members join for. This page says what we keep about you, why, who sees it, and for how long."
    ]
  },
  {
    "title": "What we keep",
    "paragraphs": [
      "Who you are: name, business address, title, company, city, networks, and what else you put on your profile.",
      "What you do here: posts, replies, likes, votes, follows, what you have opened, and what you have hidden. We need it to show you the right things and to mark what is new.",
      "How you sign in: a hash of your password, the devices you used, and when. Payment is taken by a payment provider; your card number never reaches our servers."
    ]
  },
  {
    "title": "Who sees it",
    "paragraphs": [
      "Members see your name, title, company and what you choose to show. They see what you post where they may read it. Nobody but you sees what you have read, hidden, bookmarked or drafted.",
      "Staff of Counterpart read what waits for review and what was reported. Every look behind an anonymous post is written down.",
      "We sell nothing about you. We give data to others only where the law obliges us, and to the providers who carry our mail and payments, who may use it for nothing else."
    ]
  },
  {
    "title": "The assistant",
    "paragraphs": [
      "The assistant reads only what you may read yourself. Your questions are not shown to other members, and private replies are never used for the answers of others."
    ]
  },
  {
    "title": "How long",
    "paragraphs": [
      "What you wrote stays for the members who rely on it, under your name while you are a member and under “Former member” once you ask us to delete your account. Sign-in records are kept for a year, payment records for as long as tax law asks."
    ]
  },
  {
    "title": "Your rights",
    "paragraphs": [
      "You may see, correct, export and delete what we keep about you. Write to the support address of your network; a person answers. If you are not satisfied you may complain to the authority for data protection where you live."
    ]
  }
]', '2026-01-01');
insert into legal_documents (kind, version, title, sections, published_at) values ('membership_agreement', 1, 'Membership agreement', '[
  {
    "title": "The membership",
    "paragraphs": [
      "With this agreement you become a member of the network named in your invitation. Membership is personal, belongs to the named person and not to the company, and cannot be passed on, except where a team subscription says so.",
      "It lets you read and write in your network and in those that your network is open to, meet members at its events, and use its library."
    ]
  },
  {
    "title": "Confidentiality",
    "paragraphs": [
      "You keep confidential what you learn here about members, their companies and their matters. This holds in writing, in conversation and after your membership has ended. You may use ideas and experience without saying where they come from.",
      "If the law or a court obliges you to disclose something, tell us first where you may, so that those concerned can act."
    ]
  },
  {
    "title": "Fees and renewal",
    "paragraphs": [
      "The fee is the one shown before you paid, for one year, in US dollars. It renews for another year unless you cancel before the day on your membership page; we write to you beforehand. When you cancel you keep access until the paid time ends.",
      "If a payment fails you keep access for 14 days in which to put it right. Then the membership rests, and nothing that you wrote is lost."
    ]
  },
  {
    "title": "Trials",
    "paragraphs": [
      "A trial costs nothing, lasts as many days as the invitation says, and ends by itself. All that is said here about confidentiality holds for it too."
    ]
  },
  {
    "title": "Conduct",
    "paragraphs": [
      "You accept the terms of use and the rules of the networks in them. A grave or repeated breach ends the membership."
    ]
  },
  {
    "title": "Ending and law",
    "paragraphs": [
      "Either side may end the membership at the end of a paid year. The duty of confidentiality has no end. The law of the State of New York governs this agreement; what the law of your own country grants you and cannot be waived stays yours."
    ]
  }
]', '2026-01-01');
