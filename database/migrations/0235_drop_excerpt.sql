-- contract
-- excerpt_around does the same, for words that are read once for a page.
drop function excerpt(text, text, text);
