-- The legal texts that came with 0033 and 0072, in plainer words; the substance is the same. A text that staff have
-- changed stays. Where nobody has accepted the current version it is corrected; otherwise a new version follows, which
-- nobody is asked to accept again.
create temporary table plain_words (old text primary key, new text not null) on commit drop;
insert into plain_words values
-- Terms of use
('Who may take part', 'Who can join'),
('Counterpart is for people who work in-house: general counsel, finance leaders, executives and those who work with them. You join by invitation, for yourself, with your own name and your business address. An account is personal. Do not share it, and do not let anybody act in your name.',
 'Counterpart is for people who work in-house: general counsel, finance leaders, executives, and their teams. You join by invitation, as an individual, with your own name and your business email address. Your account is personal. Do not share it, and do not let anyone else act in your name.'),
('Tell us when your role changes. Whoever begins to sell services to the members of their network leaves it, however good a colleague they were.',
 'Tell us when your role changes. A member who starts selling services to members of their network must leave that network.'),
('What is said here stays here. You may use what you learn. You may not say outside who said it, which company it concerned, or anything by which either could be recognised.',
 'What is said here stays here. You may use what you learn. Outside Counterpart, you may not disclose who said it, which company it concerned, or anything that could identify either.'),
('Do not solicit. Recommend an adviser when somebody asks and when you have worked with them; say so if you have an interest in them.',
 'Do not solicit. Recommend an adviser only when a member asks and when you have worked with the adviser. Disclose any interest you have in them.'),
('Do not agree with competitors about prices, customers, pay or territories, here or anywhere. Do not post inside information of a listed company.',
 'Do not make agreements with competitors about prices, customers, pay, or territories, here or anywhere else. Do not post inside information about a listed company.'),
('Disagree with the argument and never with the person. Staff may remove a post, close a discussion or suspend an account that breaks these rules, and they tell the author why.',
 'Disagree with the argument, never with the person. Staff may remove a post, close a discussion, or suspend an account that breaks these rules, and they tell the author why.'),
('What you write remains yours. You allow Counterpart to store it and to show it to the members who may read it, for as long as it stands here.',
 'What you write remains yours. You allow Counterpart to store it and to show it to the members who are permitted to read it, for as long as it is on Counterpart.'),
('Before you post, the page says who can read it. A private reply is read by its writer, the author of the message answered, the author of the discussion, and staff. You may amend your words for a short time and ask for their removal at any time.',
 'Before you post, the page says who can read it. A private reply can be read by its author, the author of the message it replies to, the author of the discussion, and staff. You may edit your post for a short time and request its removal at any time.'),
('Nothing here is legal, financial or other professional advice. Members speak of their own experience; decide for yourself.',
 'Nothing here is legal, financial, or other professional advice. Members share their own experience. Your decisions are your own.'),
('Share a document only if you may. Take out names and figures that are not yours to give. Files are checked for harm before others can open them.',
 'Share a document only if you are permitted to. Remove names and figures that are not yours to share. Files are scanned for malware before others can open them.'),
('Availability and ending', 'Availability and termination'),
('We keep the service running with care, and cannot promise that it never stops. You may leave at any time under your profile. We may end an account that breaks these terms; what was paid for time not used is then returned, unless the reason is a grave breach.',
 'We run the service with care but cannot promise that it will never be interrupted. You may leave at any time from your profile. We may close an account that breaks these terms. In that case we refund what was paid for unused time, unless the reason is a serious breach.'),
('When these terms change, you are asked before you go on. The version that you accepted is kept with the day on which you did.',
 'When these terms change, we ask you to accept them before you continue. We keep a record of the version you accepted and the date.'),
-- Privacy policy
('What this is about', 'About this policy'),
('Confidentiality is what members join for. This page says what we keep about you, why, who sees it, and for how long.',
 'Members join for confidentiality. This page says what we store about you, why, who sees it, and for how long.'),
('What we keep', 'What we store'),
('Who you are: name, business address, title, company, city, networks, and what else you put on your profile.',
 'Who you are: your name, business email address, title, company, city, networks, and anything else you add to your profile.'),
('What you do here: posts, replies, likes, votes, follows, what you have opened, and what you have hidden. We need it to show you the right things and to mark what is new.',
 'What you do here: posts, replies, likes, votes, follows, what you have opened, and what you have hidden. We need this to show you relevant content and to mark what is new.'),
('How you sign in: a hash of your password, the devices you used, and when. Payment is taken by a payment provider; your card number never reaches our servers.',
 'How you sign in: a hash of your password, the devices you used, and when. Payments are handled by a payment provider. Your card number never reaches our servers.'),
('Members see your name, title, company and what you choose to show. They see what you post where they may read it. Nobody but you sees what you have read, hidden, bookmarked or drafted.',
 'Members see your name, title, company, and what you choose to show. They see what you post where they are permitted to read it. Only you see what you have read, hidden, bookmarked, or drafted.'),
('Staff of Counterpart read what waits for review and what was reported. Every look behind an anonymous post is written down.',
 'Counterpart staff read posts that await review and posts that were reported. Every time staff look up the author of an anonymous post, it is recorded.'),
('We sell nothing about you. We give data to others only where the law obliges us, and to the providers who carry our mail and payments, who may use it for nothing else.',
 'We do not sell your data. We share it only where the law requires us to, and with the providers who handle our email and payments, who may not use it for anything else.'),
('The assistant reads only what you may read yourself. Your questions are not shown to other members, and private replies are never used for the answers of others.',
 'The assistant reads only what you are permitted to read yourself. Your questions are not shown to other members, and private replies are never used in answers to others.'),
('How long', 'How long we store it'),
('What you wrote stays for the members who rely on it, under your name while you are a member and under “Former member” once you ask us to delete your account. Sign-in records are kept for a year, payment records for as long as tax law asks.',
 'What you wrote stays available to the members who rely on it, under your name while you are a member and under “Former member” once you ask us to delete your account. We store sign-in records for one year, and payment records for as long as tax law requires.'),
('You may see, correct, export and delete what we keep about you. Write to the support address of your network; a person answers. If you are not satisfied you may complain to the authority for data protection where you live.',
 'You may view, correct, export, and delete what we store about you. Write to the support address of your network, and a person will answer. If you are not satisfied, you may file a complaint with the data protection authority where you live.'),
-- Membership agreement
('With this agreement you become a member of the network named in your invitation. Membership is personal, belongs to the named person and not to the company, and cannot be passed on, except where a team subscription says so.',
 'With this agreement, you become a member of the network named in your invitation. Membership is personal. It belongs to the named person, not to the company, and cannot be transferred unless a team subscription says so.'),
('It lets you read and write in your network and in those that your network is open to.',
 'It lets you read and post in your network and in the networks that your network has access to.'),
('You keep confidential what you learn here about members, their companies and their matters. This holds in writing, in conversation and after your membership has ended. You may use ideas and experience without saying where they come from.',
 'You must keep confidential what you learn here about members, their companies, and their matters. This applies in writing, in conversation, and after your membership has ended. You may use ideas and experience without saying where they came from.'),
('If the law or a court obliges you to disclose something, tell us first where you may, so that those concerned can act.',
 'If the law or a court requires you to disclose something, tell us first where you are permitted to, so that those affected can act.'),
('The fee is the one shown before you paid, for one year, in US dollars. It renews for another year unless you cancel before the day on your membership page; we write to you beforehand. When you cancel you keep access until the paid time ends.',
 'The fee is the one shown before you paid, for one year, in US dollars. The membership renews for another year unless you cancel before the date on your membership page. We email you in advance. If you cancel, you keep access until the paid period ends.'),
('If a payment fails you keep access for 14 days in which to put it right. Then the membership rests, and nothing that you wrote is lost.',
 'If a payment fails, you keep access for 14 days to correct it. After that, the membership is paused, and nothing you wrote is lost.'),
('A trial costs nothing, lasts as many days as the invitation says, and ends by itself. All that is said here about confidentiality holds for it too.',
 'A trial is free, lasts as many days as the invitation says, and ends automatically. The confidentiality section of this agreement applies to it too.'),
('You accept the terms of use and the rules of the networks in them. A grave or repeated breach ends the membership.',
 'You accept the terms of use and the network rules they contain. A serious or repeated breach ends the membership.'),
('Ending and law', 'Termination and governing law'),
('Either side may end the membership at the end of a paid year. The duty of confidentiality has no end. The law of the State of New York governs this agreement; what the law of your own country grants you and cannot be waived stays yours.',
 'Either party may end the membership at the end of a paid year. The duty of confidentiality does not end. The law of the State of New York governs this agreement. Rights under the law of your own country that cannot be waived remain yours.');

create function pg_temp.in_plain_words(sections jsonb) returns jsonb language sql as $$
  select jsonb_agg(jsonb_build_object(
    'title', coalesce((select new from plain_words where old = s.value->>'title'), s.value->>'title'),
    'paragraphs', (select jsonb_agg(coalesce(w.new, p.text) order by p.place)
      from jsonb_array_elements_text(s.value->'paragraphs') with ordinality p(text, place)
      left join plain_words w on w.old = p.text)) order by s.place)
  from jsonb_array_elements(sections) with ordinality s(value, place)
$$;

create temporary table unchanged_texts on commit drop as
select distinct on (kind) d.id, d.kind, d.version, d.title, d.sections,
  exists (select from legal_acceptances a where a.legal_document_id = d.id) as is_accepted
from legal_documents d order by kind, version desc;
delete from unchanged_texts t where exists (
  select from jsonb_array_elements(t.sections) s(value), jsonb_array_elements_text(s.value->'paragraphs') p(text)
  where not exists (select from plain_words where old = p.text));

update legal_documents d set sections = pg_temp.in_plain_words(d.sections)
from unchanged_texts t where t.id = d.id and not t.is_accepted;

insert into legal_documents (kind, version, title, sections, published_at, asks_again, change_note)
select kind, version + 1, title, pg_temp.in_plain_words(sections), now(), false, 'Clearer wording. Nothing changes in substance.'
from unchanged_texts where is_accepted;
